// A client of openapi-generator's Go: a person makes a trip, shares its costs and uploads a picture.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	wayfare "wayfare.example/generated/client"
)

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
	body := wayfare.NewBudgetBodyInput()
	body.SetBudget(*costs)
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
	fmt.Println("the client of openapi-generator for Go works")
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
