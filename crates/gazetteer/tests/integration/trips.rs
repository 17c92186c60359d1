//! The built-in gazetteer: the places of trips.

use std::time::{Duration, Instant};

use wayfare_gazetteer::{Coordinates, PlaceKind, PlaceText, TripTexts};

use crate::built_in::BUILT_IN;

fn text_of((name, location): (&str, &str)) -> PlaceText {
    PlaceText {
        name: name.to_owned(),
        location: location.to_owned(),
        ..PlaceText::default()
    }
}

fn located(trip: &str, places: &[(&str, &str)]) -> Vec<String> {
    let trip = TripTexts {
        name: trip.to_owned(),
        places: places.iter().copied().map(text_of).collect(),
        ..TripTexts::default()
    };
    let places = BUILT_IN.locate(&trip).into_iter();
    places
        .map(|place| place.map_or_else(|| "-".to_owned(), |place| place.display_name))
        .collect()
}

#[test]
fn finds_places_by_the_evidence_of_their_trip() {
    for (place, found) in [
        (("Pastéis de Belém", ""), "Belém, Portugal"),
        (
            (
                "Pastéis de Belém",
                "R. de Belém 84-92, 1300-085 Lisboa, Portugal",
            ),
            "Lisbon, Portugal",
        ),
        (
            ("Breakfast at Copenhagen Coffee Lab, Lisbon", ""),
            "Lisbon, Portugal",
        ),
        (("Only Ben, Lisbon", ""), "Lisbon, Portugal"),
        (("Dinner at Nice Guys", ""), "-"),
        (("Dinner", ""), "-"),
        (("Belém, Brazil", ""), "Belém, Para, Brazil"),
        (("Belém", ""), "Belém, Portugal"),
        (("Tower", "38.6916, -9.2160"), "38.6916, -9.216"),
        (("Lisbon Airport", ""), "Lisbon Portela Airport, Portugal"),
        (("LIS", ""), "Lisbon Portela Airport, Portugal"),
        (("BBQ", ""), "-"),
        (("Hotel", "R. de Belém 84"), "-"),
        (
            ("Toronto Pearson", ""),
            "Toronto Pearson International Airport, Canada",
        ),
        (
            (
                "Flight home",
                "Toronto Pearson International Airport, Canada",
            ),
            "Toronto Pearson International Airport, Canada",
        ),
        (
            ("Landing", "Charles de Gaulle International Airport, France"),
            "Charles de Gaulle International Airport, France",
        ),
    ] {
        assert_eq!(located("A week in Lisbon", &[place]), [found], "{place:?}");
    }
    let spain = [("Valencia", ""), ("Granada", ""), ("Córdoba", "")];
    assert_eq!(
        located("Summer", &spain),
        ["Valencia, Spain", "Granada, Spain", "Córdoba, Spain"]
    );
}

#[test]
fn parts_of_buildings_and_names_of_stations_are_no_places() {
    let orly = "Paris-Orly Airport, France";
    let charles_de_gaulle = "Charles de Gaulle International Airport, France";
    for (trip, location, found) in [
        (
            "",
            "London Heathrow, Terminal 5",
            "London Heathrow Airport, United Kingdom",
        ),
        (
            "",
            "Paris-Charles de Gaulle, Terminal 2E",
            charles_de_gaulle,
        ),
        ("Paris", "Paris Orly, Terminal 4", orly),
        ("Paris", "Aéroport CDG, Terminal 2E", charles_de_gaulle),
        ("", "Gare Montparnasse, Hall 1", "-"),
        ("", "Terminal 5", "-"),
        (
            "",
            "Bahnhofplatz, CH-8001 Zürich, Gleis 7",
            "Zürich, Switzerland",
        ),
        ("", "東京駅、2番線", "Tokyo, Japan"),
        ("", "6060 Hall, Austria", "Hall in Tirol, Austria"),
        ("Paris", "Gare de Lyon", "-"),
        ("Lyon", "Gare de Lyon Part-Dieu", "Lyon, France"),
    ] {
        assert_eq!(located(trip, &[("x", location)]), [found], "{location}");
    }
    let both = [("x", "Gare de Lyon"), ("Lyon", "")];
    assert_eq!(located("Paris", &both), ["-", "Lyon, France"]);
}

#[test]
fn airports_are_named_by_a_code_in_parentheses_or_an_attached_word() {
    for (name, found) in [
        ("羽田 (HND)", "Tokyo International Airport, Japan"),
        ("成田（NRT）", "Narita International Airport, Japan"),
        (
            "パリ (CDG)",
            "Charles de Gaulle International Airport, France",
        ),
        ("Museum of Modern Art (MMA)", "-"),
        ("成田空港", "Narita International Airport, Japan"),
        ("大阪国際空港", "Osaka International Airport, Japan"),
        ("羽田", "Tokyo International Airport, Japan"),
        ("関西国際空港", "Kansai International Airport, Japan"),
    ] {
        assert_eq!(located("", &[(name, "")]), [found], "{name}");
    }
}

/// Asserts what the places of each trip, joined by " + ", are found to be.
fn assert_found(trips: &[(&str, &[&str])]) {
    for (trip, found) in trips {
        let places: Vec<(&str, &str)> = trip.split(" + ").map(|name| (name, "")).collect();
        assert_eq!(located("", &places), *found, "{trip}");
    }
}

#[test]
fn no_place_is_evidence_for_itself() {
    let (london, ontario) = ("London, United Kingdom", "London, Canada");
    let (toronto, hamilton) = ("Toronto, Canada", "Hamilton, Canada");
    let (houston, dallas) = ("Houston, United States", "Dallas, Texas, United States");
    assert_found(&[
        ("Toronto + Hamilton + London", &[toronto, hamilton, ontario]),
        (
            "London + London + Toronto + Hamilton",
            &[ontario, ontario, toronto, hamilton],
        ),
        (
            "Toronto + Niagara Falls + London",
            &[toronto, "Niagara Falls, Canada", ontario],
        ),
        (
            "Atlanta + Birmingham",
            &[
                "Atlanta, United States",
                "Birmingham, Alabama, United States",
            ],
        ),
        (
            "Boston + Cambridge",
            &["Boston, United States", "Cambridge, United States"],
        ),
        (
            "Houston + Dallas + Paris",
            &[houston, dallas, "Paris, United States"],
        ),
        ("London + Paris", &[london, "Paris, France"]),
        ("Paris + Rome", &["Paris, France", "Rome, Italy"]),
        ("Lisbon + Porto", &["Lisbon, Portugal", "Porto, Portugal"]),
        ("Boston + London", &["Boston, United States", london]),
        ("Paris", &["Paris, France"]),
        ("Sintra", &["Sintra, Portugal"]),
    ]);
}

#[test]
fn an_ordinary_word_is_a_known_place_in_the_country_of_the_trip() {
    let places = [("Bath", ""), ("Reading", ""), ("Museum", ""), ("York", "")];
    let found = located("England trip", &places);
    let [bath, reading, york] =
        ["Bath", "Reading", "York"].map(|name| format!("{name}, United Kingdom"));
    assert_eq!(found, [bath, reading, "-".to_owned(), york]);
    let found = located("France trip", &[("Orange", ""), ("Airport", "")]);
    assert_eq!(found, ["Orange, France", "-"]);
    assert_eq!(located("", &[("airport", "")]), ["-"]);
}

#[test]
fn a_city_is_meant_rather_than_its_region_of_that_name() {
    let trip = TripTexts {
        places: [("Faro", ""), ("Rossio", "38.71, -9.14")]
            .map(text_of)
            .to_vec(),
        ..TripTexts::default()
    };
    let found = BUILT_IN.locate(&trip);
    assert_eq!(found[0].as_ref().unwrap().kind, PlaceKind::City);
}

#[test]
fn a_region_is_meant_rather_than_a_city_elsewhere() {
    let bali = "Bali, Indonesia";
    for (trip, location, found) in [
        ("", "Bali", bali),
        ("Bali", "Bali", bali),
        ("Indonesia", "Bali", bali),
        ("A week in Lisbon", "Bali", bali),
        ("Kolkata", "Bali", "Bāli, West Bengal, India"),
        ("", "Bali, India", "Bāli, West Bengal, India"),
        ("", "Crete", "Crete, Greece"),
        ("", "Madeira", "Madeira, Portugal"),
        ("", "New York", "New York City, United States"),
        ("", "Brooklyn, New York", "Brooklyn, United States"),
        ("", "Singapore", "Singapore"),
    ] {
        assert_eq!(
            located(trip, &[("x", location)]),
            [found],
            "{trip}: {location}"
        );
    }
    let both = [("Jakarta", ""), ("x", "Bali")];
    assert_eq!(located("", &both), ["Jakarta, Indonesia", bali]);
}

#[test]
fn far_from_the_trip_a_nearer_namesake_is_meant() {
    let (lisbon, porto) = ("Lisbon, Portugal", "Porto, Portugal");
    assert_found(&[
        ("Lisboa + Granada", &[lisbon, "Granada, Spain"]),
        (
            "Porto + Santiago",
            &[porto, "Santiago de Compostela, Spain"],
        ),
        (
            "Lisbon + Porto + Cambridge",
            &[lisbon, porto, "Cambridge, United Kingdom"],
        ),
        (
            "Los Angeles + Tokyo",
            &["Los Angeles, United States", "Tokyo, Japan"],
        ),
        (
            "Lisbon + New York",
            &[lisbon, "New York City, United States"],
        ),
        // Smaller places have these names in some language.
        (
            "Tokyo + Porto + Delhi",
            &["Tokyo, Japan", porto, "Delhi, India"],
        ),
        (
            "Rovaniemi + Luleå + Kiruna",
            &["Rovaniemi, Finland", "Luleå, Sweden", "Kiruna, Sweden"],
        ),
    ]);
    let places = [("Bergen", ""), ("Frankfurt", "")];
    assert_eq!(
        located("Norway 2027", &places),
        ["Bergen, Norway", "Frankfurt am Main, Germany"]
    );
    let qualified = |name| located("", &[("Lisbon, Portugal", ""), (name, "")]);
    assert_eq!(qualified("Granada"), [lisbon, "Granada, Spain"]);
    assert_eq!(
        qualified("Springfield"),
        [lisbon, "Springfield, Massachusetts, United States"]
    );
    assert_eq!(
        qualified("Springfield, Illinois"),
        [lisbon, "Springfield, Illinois, United States"]
    );
}

#[test]
fn a_known_city_is_found_in_a_trip_named_for_another_country() {
    let (lisbon, rome) = ("Lisbon, Portugal", "Rome, Italy");
    let (seville, venice) = ("Sevilla, Spain", "Venice, Italy");
    for (trip, text, found) in [
        ("Japão", "Lisboa", lisbon),
        ("Japón", "Lisboa", lisbon),
        ("Europa e Japão", "Lisboa", lisbon),
        ("Europa e Japão", "São Paulo", "São Paulo, Brazil"),
        ("Viaje a Japón", "Roma", rome),
        ("Viaje a Japón", "Los Angeles", "Los Angeles, United States"),
        ("Japan", "Sevilha", seville),
        ("Italia 2027", "Valencia", "Valencia, Spain"),
        ("Venezuela", "Valencia", "Valencia, Venezuela"),
        ("Chile", "Los Angeles", "Los Ángeles, Chile"),
        ("Grecia", "Rodas", "Ródos, Greece"),
        ("Grecia e Italia", "Rodi", "Ródos, Greece"),
        ("Grecia e Italia", "Capri", "Capri, Italy"),
        ("Portugal", "Cascais", "Cascais, Portugal"),
        ("Portugal", "Sintra", "Sintra, Portugal"),
    ] {
        for place in [("x", text), (text, "")] {
            assert_eq!(located(trip, &[place]), [found], "{trip}: {place:?}");
        }
    }
    // Of titles, which may be any word, cities with other names need to be larger.
    assert_eq!(located("Japão", &[("x", "Veneza")]), [venice]);
}

#[test]
fn no_little_known_namesake_of_a_world_city_is_meant() {
    let (madrid, lisbon, angeles) = (
        "Madrid, Spain",
        "Lisbon, Portugal",
        "Los Angeles, United States",
    );
    assert_found(&[
        ("Madrid + Los Angeles", &[madrid, angeles]),
        (
            "Madrid + Tokyo + Los Angeles",
            &[madrid, "Tokyo, Japan", angeles],
        ),
        ("Lisbon + São Paulo", &[lisbon, "São Paulo, Brazil"]),
        ("Madrid + Flight to Los Angeles", &[madrid, "-"]),
    ]);
    let cairo = located("Illinois", &[("Cairo", "")]);
    assert_eq!(cairo, ["Cairo, Illinois, United States"]);
}

/// Trips with the places that they have beside the titles under test.
const TRIPS: [(&str, &[(&str, &str)]); 5] = [
    ("Fim de semana em Lisboa", &[]),
    ("Summer", &[("Lisbon", "")]),
    ("Summer", &[("Prague", ""), ("Vienna", "")]),
    ("Summer", &[("Rome", ""), ("Florence", "")]),
    ("Summer", &[("Tokyo", ""), ("Kyoto", "")]),
];

/// Asserts that none of the titles is found to be a place, neither alone nor beside the others.
fn assert_nowhere(titles: &[&str]) {
    for (trip, places) in TRIPS {
        let mut all = places.to_vec();
        for title in titles {
            let alone: Vec<(&str, &str)> = [places, &[(*title, "")]].concat();
            let found = located(trip, &alone).pop();
            assert_eq!(found.as_deref(), Some("-"), "{places:?}: {title}");
            all.push((title, ""));
        }
        let found = located(trip, &all).split_off(places.len());
        assert!(
            found.iter().all(|found| found == "-"),
            "{places:?}: {found:?}"
        );
    }
}

#[test]
fn a_title_means_no_small_place_in_another_country() {
    assert_nowhere(&[
        "Bodega",
        "Igreja",
        "Descanso",
        "Reserva",
        "Ultimo",
        "Bella vista",
    ]);
    let lisbon = "Lisbon, Portugal";
    assert_found(&[
        ("Lisbon + Zermatt", &[lisbon, "-"]),
        ("Lisbon + Dubrovnik", &[lisbon, "Dubrovnik, Croatia"]),
        (
            "New York + Los Angeles + Sedona",
            &[
                "New York City, United States",
                "Los Angeles, United States",
                "Sedona, United States",
            ],
        ),
    ]);
    for zermatt in [("Zermatt, Switzerland", ""), ("Skiing", "Zermatt")] {
        let found = located("A week in Lisbon", &[zermatt]);
        assert_eq!(found, ["Zermatt, Switzerland"], "{zermatt:?}");
    }
}

#[test]
fn ordinary_titles_are_nowhere() {
    for titles in [
        "Desayuno, Almuerzo, Cena con amigos, Piscina, Playa, Día libre, Mercado, Iglesia, \
         Catedral, Castillo, Palacio, Estación, Aeropuerto, Hotel, Museo, Alquiler de coche, Hacer \
         las maletas, Comprar entradas, Llegada, Salida, Excursión, Paseo, Compras, Centro, \
         Mirador, Último, Reunión, Boda",
        "Pequeno-almoço, Jantar com amigos, Praia, Dia livre, Igreja, Castelo, Palácio, Estação, \
         Aeroporto, Museu, Alugar carro, Fazer as malas, Comprar bilhetes, Chegada, Saída, Passeio \
         de barco, Adega, Miradouro, Esplanada, Pôr do sol, Baía, Reunião",
        "Colazione, Pranzo, Cena con amici, Spiaggia, Giorno libero, Chiesa, Duomo, Castello \
         antico, Palazzo, Piazza, Stazione centrale, Noleggio auto, Fare le valigie, Biglietti, \
         Arrivo, Partenza, Gita, Cantina, Terme, Belvedere, Riposo",
        "Petit-déjeuner, Dîner entre amis, Piscine, Plage, Journée libre, Marché, Église, Château, \
         Gare, Aéroport, Musée, Louer une voiture, Faire les valises, Arrivée, Départ, Balade, \
         Vieille ville, Douane, Réunion",
        "Frühstück, Abendessen mit Freunden, Schwimmbad, Strand, Freier Tag, Markt, Kirche, \
         Schloss, Bahnhof, Hauptbahnhof, Flughafen, Rathaus, Mietwagen, Koffer packen, Tickets \
         kaufen, Ankunft, Abreise, Ausflug, Wirtshaus, Kuchen",
        "Breakfast, Pool, Beach day, Check-in, Rest, Market, Church, Castle, Free day, Rent a car, \
         Pack bags, Buy tickets, Yoga 1, Surf 2, Museum 3, Dinner 19:30",
        "朝食, プール, 市場, 駅, 空港, 自由, バス",
    ] {
        assert_nowhere(&titles.split(", ").collect::<Vec<_>>());
    }
    let praia = [("Praia", ""), ("Mindelo", "")];
    let found = located("Cabo Verde", &praia);
    assert_eq!(found, ["Praia, Cabo Verde", "Mindelo, Cabo Verde"]);
    assert_eq!(located("Summer", &praia[..1]), ["-"]);
}

#[test]
fn what_is_known_is_evidence_and_has_no_result() {
    let known = PlaceText {
        name: "Hotel".to_owned(),
        known: Some(Coordinates {
            latitude: 43.65,
            longitude: -79.38,
        }),
        ..PlaceText::default()
    };
    let london = PlaceText {
        name: "London".to_owned(),
        ..PlaceText::default()
    };
    let places = vec![known, london];
    let found = BUILT_IN.locate(&TripTexts {
        places,
        ..TripTexts::default()
    });
    assert_eq!(found.len(), 2);
    assert!(found[0].is_none());
    assert_eq!(found[1].as_ref().unwrap().time_zone, "America/Toronto");
}

#[test]
fn bounds_the_time_for_huge_trips() {
    BUILT_IN.load();
    for unit in [
        "Lisbon and Porto, ",
        "東京都渋谷区",
        "San José ",
        "a b, ",
        "LIS → CPH ",
    ] {
        let text: String = unit.chars().cycle().take(2_000).collect();
        let place = PlaceText {
            name: text.clone(),
            location: text.clone(),
            ..PlaceText::default()
        };
        let trip = TripTexts {
            name: text.clone(),
            description: text,
            places: vec![place; 1_000],
            ..TripTexts::default()
        };
        let began = Instant::now();
        assert_eq!(BUILT_IN.locate(&trip).len(), 1_000);
        println!("{unit}: {:?}", began.elapsed());
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "{unit}: {:?}",
            began.elapsed()
        );
    }
}
