// A client of openapi-generator's Go: a person plans a trip, shares it, and downloads it.
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	wayfare "wayfare.example/generated/client"
)

// The formats of exports, each with its media type and its first characters.
var formats = [][3]string{
	{"ics", "text/calendar", "BEGIN:VCALENDAR"},
	{"gpx", "application/gpx+xml", "<?xml"},
	{"kml", "application/vnd.google-earth.kml+xml", "<?xml"},
	{"geojson", "application/geo+json", `{"type":"FeatureCollection"`},
	{"csv", "text/csv", "day,item"},
	{"settlement.csv", "text/csv", "party,kind"},
	{"zip", "application/zip", "PK"},
}

func main() {
	log.SetFlags(log.Lshortfile)
	configuration := wayfare.NewConfiguration()
	configuration.Servers[0].URL = os.Getenv("WAYFARE_BASE")
	client := wayfare.NewAPIClient(configuration)

	visitor := context.Background()
	username := fmt.Sprintf("go%d", time.Now().UnixNano())
	account := wayfare.NewNewAccountInput("Traveller", username)
	account.SetPassword("correct horse battery")
	joined, answer, err := client.UsersAPI.SignUp(visitor).NewAccountInput(*account).Execute()
	must(err)
	check(joined.Username == username, joined)
	token := strings.TrimPrefix(answer.Header.Get("Authorization"), "Bearer ")
	person := context.WithValue(visitor, wayfare.ContextAccessToken, token)

	trip := wayfare.NewNewTripInput("A week in Lisbon")
	day := "2026-06-01"
	dates := wayfare.NewEpochsInput()
	dates.SetStart(wayfare.StringAsMoment(&day))
	trip.SetDate(*dates)
	made, _, err := client.TripsVariantBAPI.CreateTripB(person).NewTripInput(*trip).Execute()
	must(err)
	share := func(member string, paid float64) wayfare.MemberBudgetInput {
		share := wayfare.NewMemberBudgetInput(member)
		share.SetCost(60.05)
		share.SetPaidValue(paid)
		return *share
	}
	costs := wayfare.NewBudgetInput()
	costs.SetCurrency("CAD")
	costs.SetCategory("Accommodation")
	costs.SetMembersBudget([]wayfare.MemberBudgetInput{share(username, 120.1), share("friend", 0)})
	body := wayfare.NewBudgetBodyInput(*costs)
	budget, _, err := client.TripsVariantAAPI.UpdateTripBudget(person, made.Uuid).BudgetBodyInput(*body).Execute()
	must(err)
	check(budget.TotalCost == 120.1, budget)
	detail, _, err := client.TripsVariantAAPI.GetTripA(person, made.Uuid).Execute()
	must(err)
	check(detail.Budget.TripTotalGroupCost == 120.1, detail)

	picture, _, err := client.TripsVariantBAPI.GetDefaultTripPicture(visitor).Execute()
	must(err)
	defer os.Remove(picture.Name())
	uploaded, _, err := client.TripsVariantAAPI.PutTripPictures(person, made.Uuid).MainImage(picture).Execute()
	must(err)
	check(strings.Contains(uploaded.MainImage, "signature="), uploaded)
	shown, answer, err := client.TripsVariantBAPI.GetTripPicture(person, made.Uuid).Execute()
	must(err)
	checkFile(shown, answer, "image/jpeg", "\xff\xd8")

	place := wayfare.NewDestinationInput()
	place.SetName("Belém")
	item := wayfare.NewItemInput("destination")
	item.SetDestination(*place)
	added, _, err := client.ExtensionsAPI.AddTripItem(person, made.Uuid).ItemInput(*item).Execute()
	must(err)
	check(added.Destination.Name == "Belém", added)
	name := "Lisbon"
	change := wayfare.NewTripInputB()
	change.SetDest([]wayfare.DestinationEntry{
		wayfare.StringAsDestinationEntry(&name), wayfare.DestinationInputAsDestinationEntry(place),
	})
	update := client.TripsVariantBAPI.UpdateTripB(person, made.Uuid).TripInputB(*change)
	_, late, _ := update.IfMatch(`"99-x"`).Execute()
	check(late.StatusCode == 412, late)
	_, answer, err = client.TripsVariantBAPI.GetTripB(person, made.Uuid).Execute()
	must(err)
	changed, _, err := update.IfMatch(answer.Header.Get("ETag")).Execute()
	must(err)
	check(len(changed.Dest) == 2, changed)

	payment := wayfare.NewSettlementInput("friend", username, 60.05)
	paid, _, err := client.SettlingUpAPI.RecordSettlement(person, made.Uuid).SettlementInput(*payment).Execute()
	must(err)
	check(paid.Amount == 60.05, paid)
	link, _, err := client.ExtensionsAPI.CreateShareLink(person, made.Uuid).
		ShareLinkInput(*wayfare.NewShareLinkInput()).Execute()
	must(err)
	shared, _, err := client.ExtensionsAPI.GetSharedTrip(visitor, last(link.Url)).Execute()
	must(err)
	check(shared.Name == "A week in Lisbon", shared)

	for _, format := range formats {
		file, answer, err := client.InAndOutAPI.ExportTrip(person, made.Uuid, format[0]).Execute()
		must(err)
		checkFile(file, answer, format[1], format[2])
	}
	feed, _, err := client.InAndOutAPI.OpenTripFeed(person, made.Uuid).Execute()
	must(err)
	calendar, answer, err := client.InAndOutAPI.GetFeed(visitor, last(feed.Url)).Execute()
	must(err)
	checkFile(calendar, answer, "text/calendar", "BEGIN:VCALENDAR")
	fmt.Println("the client of openapi-generator for Go works")
}

// checkFile checks a file that came, and the answer that brought it.
func checkFile(file *os.File, answer *http.Response, kind string, start string) {
	defer os.Remove(file.Name())
	check(answer.StatusCode == 200, answer)
	check(strings.Split(answer.Header.Get("Content-Type"), ";")[0] == kind, answer.Header)
	content, err := io.ReadAll(file)
	must(err)
	check(bytes.HasPrefix(content, []byte(start)), string(content[:min(len(content), 40)]))
}

// last is the last segment of an address, without an extension.
func last(url string) string {
	return strings.TrimSuffix(url[strings.LastIndex(url, "/")+1:], ".ics")
}

func must(err error) {
	if problem, ok := err.(*wayfare.GenericOpenAPIError); ok {
		log.Fatalf("%v: %s", problem, problem.Body())
	}
	if err != nil {
		log.Fatal(err)
	}
}

func check(holds bool, value any) {
	if !holds {
		log.Fatalf("unexpected: %+v", value)
	}
}
