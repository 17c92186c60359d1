// A client of openapi-generator's Kotlin: a person makes a trip, shares its costs and uploads a picture.

import kotlin.io.path.createTempFile
import org.openapitools.client.apis.TripsVariantAApi
import org.openapitools.client.apis.TripsVariantBApi
import org.openapitools.client.apis.UsersApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.models.BudgetBodyInput
import org.openapitools.client.models.BudgetInput
import org.openapitools.client.models.MemberBudgetInput
import org.openapitools.client.models.NewAccountInput
import org.openapitools.client.models.NewTripInput

fun main() {
    val base = System.getenv("WAYFARE_BASE")
    val username = "kotlin${System.nanoTime()}"
    val account = NewAccountInput(name = "Traveller", username = username, password = "correct horse battery")
    val joined = UsersApi(base).signUpWithHttpInfo(account, null)
    check(joined.statusCode == 200) { joined }
    val header = joined.headers.entries.first { it.key.equals("authorization", ignoreCase = true) }
    ApiClient.accessToken = header.value.first().removePrefix("Bearer ")
    val a = TripsVariantAApi(base)
    val b = TripsVariantBApi(base)

    val trip = b.createTripB(NewTripInput(name = "A week in Lisbon")).uuid
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
    println("the client of openapi-generator for Kotlin works")
}
