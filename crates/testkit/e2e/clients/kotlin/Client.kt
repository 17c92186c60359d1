// A client of openapi-generator's Kotlin: a person plans a trip, shares it, and downloads it.

import java.io.File
import kotlin.io.path.createTempFile
import org.openapitools.client.apis.ExtensionsApi
import org.openapitools.client.apis.InAndOutApi
import org.openapitools.client.apis.InAndOutApi.FormatExportTrip
import org.openapitools.client.apis.SettlingUpApi
import org.openapitools.client.apis.TripsVariantAApi
import org.openapitools.client.apis.TripsVariantBApi
import org.openapitools.client.apis.UsersApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ApiResponse
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Success
import org.openapitools.client.models.BudgetBodyInput
import org.openapitools.client.models.BudgetInput
import org.openapitools.client.models.DestinationEntry
import org.openapitools.client.models.DestinationInput
import org.openapitools.client.models.EpochsInput
import org.openapitools.client.models.ItemInput
import org.openapitools.client.models.MemberBudgetInput
import org.openapitools.client.models.Moment
import org.openapitools.client.models.NewAccountInput
import org.openapitools.client.models.NewTripInput
import org.openapitools.client.models.SettlementInput
import org.openapitools.client.models.ShareLinkInput
import org.openapitools.client.models.TripInputB

/** The formats of exports, each with its media type and its first characters. */
val formats = listOf(
    Triple(FormatExportTrip.ics, "text/calendar", "BEGIN:VCALENDAR"),
    Triple(FormatExportTrip.gpx, "application/gpx+xml", "<?xml"),
    Triple(FormatExportTrip.kml, "application/vnd.google-earth.kml+xml", "<?xml"),
    Triple(FormatExportTrip.geojson, "application/geo+json", "{\"type\":\"FeatureCollection\""),
    Triple(FormatExportTrip.csv, "text/csv", "day,item"),
    Triple(FormatExportTrip.settlementPeriodCsv, "text/csv", "party,kind"),
    Triple(FormatExportTrip.zip, "application/zip", "PK"),
)

/** Checks a file that came, and the answer that brought it. */
fun checkFile(answer: ApiResponse<File?>, kind: String, start: String) {
    check(answer.statusCode == 200) { answer }
    check(header(answer, "content-type").substringBefore(";") == kind) { answer }
    val file = checkNotNull((answer as Success).data)
    file.deleteOnExit()
    check(file.readText(Charsets.ISO_8859_1).startsWith(start)) { "$kind in $file" }
}

fun header(answer: ApiResponse<*>, name: String): String =
    answer.headers.entries.first { it.key.equals(name, ignoreCase = true) }.value.first()

/** The last segment of an address, without an extension. */
fun last(url: Any): String = url.toString().substringAfterLast("/").removeSuffix(".ics")

fun main() {
    val base = System.getenv("WAYFARE_BASE")
    val username = "kotlin${System.nanoTime()}"
    val account = NewAccountInput(name = "Traveller", username = username, password = "correct horse battery")
    val joined = UsersApi(base).signUpWithHttpInfo(account, null)
    check(joined.statusCode == 200) { joined }
    ApiClient.accessToken = header(joined, "authorization").removePrefix("Bearer ")
    val a = TripsVariantAApi(base)
    val b = TripsVariantBApi(base)

    val dates = EpochsInput(start = Moment("2026-06-01"))
    val trip = b.createTripB(NewTripInput(name = "A week in Lisbon", date = dates)).uuid
    val shares = listOf(
        MemberBudgetInput(memberId = username, cost = 60.05, paidValue = 120.1),
        MemberBudgetInput(memberId = "friend", cost = 60.05),
    )
    val costs = BudgetInput(currency = "CAD", category = "Accommodation", membersBudget = shares)
    val budget = a.updateTripBudget(trip, BudgetBodyInput(costs))
    check(budget.totalCost == 120.1) { budget }
    val detail = a.getTripA(trip)
    check(detail.budget.tripTotalGroupCost == 120.1) { detail }

    // The client takes the media type of a part from the name of its file.
    val picture = createTempFile(suffix = ".jpg").toFile()
    picture.deleteOnExit()
    b.getDefaultTripPicture().copyTo(picture, overwrite = true)
    val uploaded = a.putTripPictures(trip, mainImage = picture)
    check("signature=" in uploaded.mainImage.toString()) { uploaded }
    checkFile(b.getTripPictureWithHttpInfo(trip, null, null, null, null), "image/jpeg", "\u00ff\u00d8")

    val more = ExtensionsApi(base)
    val place = DestinationInput(name = "Belém")
    val item = more.addTripItem(trip, ItemInput("destination", destination = place))
    check(item.destination.name == "Belém") { item }
    val change = TripInputB(dest = listOf(DestinationEntry("Lisbon"), DestinationEntry(place)))
    val refused = runCatching { b.updateTripB(trip, change, ifMatch = "\"99-x\"") }.exceptionOrNull()
    check(refused is ClientException && refused.statusCode == 412) { refused.toString() }
    val tag = header(b.getTripBWithHttpInfo(trip, null, null, null), "etag")
    val changed = b.updateTripB(trip, change, ifMatch = tag)
    check(changed.dest.size == 2) { changed }

    val paid = SettlingUpApi(base).recordSettlement(trip, SettlementInput("friend", username, 60.05))
    check(paid.amount == 60.05) { paid }
    val link = more.createShareLink(trip, ShareLinkInput())
    check(more.getSharedTrip(last(link.url)).name == "A week in Lisbon") { link }

    val files = InAndOutApi(base)
    for ((format, kind, start) in formats) {
        checkFile(files.exportTripWithHttpInfo(trip, format, null, null), kind, start)
    }
    val feed = files.openTripFeed(trip)
    checkFile(files.getFeedWithHttpInfo(last(feed.url), null), "text/calendar", "BEGIN:VCALENDAR")
    println("the client of openapi-generator for Kotlin works")
}
