//! The client's shapes against the documented answers.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wayfare_testkit::shapes::{extensions, keys, lists, people, trip, users, variant_a, variant_b};

const DOCUMENT: &str = include_str!("../../../../../docs/openapi/all.json");

/// Clients choose a variant, so none reads the list of both.
const LIST_OF_BOTH: &str = "TripSummaryBoth";

/// Reads a value as the client does and writes it again.
fn read_and_write<T: DeserializeOwned + Serialize>(value: &Value) -> Value {
    let read: T = serde_json::from_str(&value.to_string()).unwrap();
    serde_json::from_str(&serde_json::to_string(&read).unwrap()).unwrap()
}

/// The client's shape of a documented schema.
fn shape_of(schema: &str) -> Option<fn(&Value) -> Value> {
    let shape: fn(&Value) -> Value = match schema {
        "OwnProfile" => read_and_write::<users::OwnProfile>,
        "PublicProfile" => read_and_write::<users::PublicProfile>,
        "Settings" => read_and_write::<users::Settings>,
        "Privacy" => read_and_write::<users::Privacy>,
        "PrivacyWithEmail" => read_and_write::<users::PrivacyWithEmail>,
        "Tokens" => read_and_write::<users::Tokens>,
        "ApiKey" => read_and_write::<keys::ApiKey>,
        "TripFeature" => read_and_write::<variant_a::Feature>,
        "TripPageA" => read_and_write::<variant_a::TripPage>,
        "TripDetailA" => read_and_write::<variant_a::TripDetail>,
        "UpdatedTripA" => read_and_write::<variant_a::UpdatedTrip>,
        "Management" => read_and_write::<variant_a::Management>,
        "TripPictures" => read_and_write::<variant_a::Pictures>,
        "UploadedPictures" => read_and_write::<variant_a::UploadedPictures>,
        "TripItem" => read_and_write::<trip::Item>,
        "ItemBudget" => read_and_write::<trip::Budget>,
        "TripBudget" => read_and_write::<extensions::TripBudget>,
        "CopiedTrip" => read_and_write::<extensions::CopiedTrip>,
        "Lists" => read_and_write::<extensions::Lists>,
        "OwnTrips" => read_and_write::<lists::OwnTrips>,
        "TripPicture" => read_and_write::<lists::TripPicture>,
        "TripFile" => read_and_write::<lists::TripFile>,
        "Proposal" => read_and_write::<lists::Proposal>,
        "Roles" => read_and_write::<extensions::Roles>,
        "ShareLink" => read_and_write::<extensions::ShareLink>,
        "SharedTrip" => read_and_write::<extensions::SharedTrip>,
        "Invitation" => read_and_write::<people::Invitation>,
        "OpenInvitation" => read_and_write::<people::OpenInvitation>,
        "Party" => read_and_write::<people::Party>,
        "Joined" => read_and_write::<people::Joined>,
        "Settlement" => read_and_write::<extensions::Settlement>,
        "RecordedSettlement" => read_and_write::<extensions::RecordedSettlement>,
        "Feed" => read_and_write::<extensions::Feed>,
        "Import" => read_and_write::<extensions::Import>,
        "Places" => read_and_write::<extensions::Places>,
        "Rates" => read_and_write::<extensions::Rates>,
        "TripB" => read_and_write::<variant_b::Trip>,
        "MapB" => read_and_write::<variant_b::Map>,
        "TimelineDay" => read_and_write::<variant_b::TimelineDay>,
        "TripEntryB" => read_and_write::<variant_b::TripEntry>,
        _ => return None,
    };
    Some(shape)
}

/// Schema and example of each JSON answer of a success.
fn documented_answers() -> Vec<(String, Value)> {
    let document: Value = serde_json::from_str(DOCUMENT).unwrap();
    let items = document["paths"].as_object().unwrap().values();
    let operations = items.flat_map(|item| item.as_object().unwrap().values());
    let responses = operations.filter_map(|operation| operation["responses"].as_object());
    let successes = responses
        .flatten()
        .filter(|(status, _)| status.starts_with('2'));
    let contents = successes.map(|(_, response)| &response["content"]["application/json"]);
    contents
        // The preview of an import has the example of the import.
        .filter(|content| !content["example"].is_null())
        .flat_map(|content| {
            let is_list = content["schema"]["type"] == "array";
            let (schema, examples) = if is_list {
                let list = content["example"].as_array().unwrap().clone();
                (&content["schema"]["items"], list)
            } else {
                (&content["schema"], vec![content["example"].clone()])
            };
            let name = schema["$ref"].as_str().unwrap();
            let name = name.rsplit('/').next().unwrap().to_owned();
            examples
                .into_iter()
                .map(move |example| (name.clone(), example))
        })
        .collect()
}

#[test]
fn reads_every_field_of_every_documented_answer() {
    let answers = documented_answers();
    assert!(answers.len() > 30, "{}", answers.len());
    for (schema, example) in answers {
        if schema != LIST_OF_BOTH {
            let shape = shape_of(&schema);
            let read = shape.map(|read_and_write| read_and_write(&example));
            assert_eq!(read, Some(example), "{schema}");
        }
    }
}
