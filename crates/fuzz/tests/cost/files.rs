//! Files that are imported.

use std::io::Cursor;

use uuid::Uuid;
use wayfare_domain::{Date, Instant};
use wayfare_formats::{Limits, read};

use crate::documents::{Document, Slot, slot};
use crate::work::Report;

const XML: &str = " a{i}=\"x\"";

const CALENDAR: Document = Document {
    template: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTIMEZONE\r\nTZID:Zone\r\n\
        BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n\
        {rdate}END:STANDARD\r\n{observance}END:VTIMEZONE\r\n\
        BEGIN:VTIMEZONE\r\nTZID:Other{id}\r\nX-LIC-LOCATION:/Other{location}\r\n\
        BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n\
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYMONTHDAY=8{monthday}\r\nEND:STANDARD\r\n\
        {yearly}END:VTIMEZONE\r\n{zone}{event}{version}\
        BEGIN:VEVENT\r\nUID:last\r\nSUMMARY:Last\r\nDTSTART;TZID=Zone:19990101T100000\r\n\
        RRULE:FREQ=DAILY;COUNT=9\r\nEXDATE;TZID=Other{id}:19990101T100000{excluded}\r\n\
        {exdate}RDATE;VALUE=PERIOD:19990105T100000Z/PT1H{period}\r\n\
        LOCATION;ENCODING=QUOTED-PRINTABLE:x{quoted}\r\n\
        {alarm}DESCRIPTION:{link}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
    separator: "",
    slots: &[
        slot("rdate", "RDATE:{date}T000000\r\n"),
        slot(
            "observance",
            "BEGIN:DAYLIGHT\r\nDTSTART:{date}T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n\
                END:DAYLIGHT\r\n",
        ),
        slot(
            "zone",
            "BEGIN:VTIMEZONE\r\nTZID:Z{i}\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n\
                TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n",
        ),
        Slot {
            nest: ("BEGIN:VEVENT\r\n", "END:VEVENT\r\n"),
            attribute: ";X-A{i}=x",
            ..slot(
                "event",
                "BEGIN:VEVENT\r\nUID:{i}\r\nDTSTART;TZID=Zone:{date}T100000\r\n\
                    SUMMARY{attributes}:{i} {text}\r\nEND:VEVENT\r\n",
            )
        },
        slot("link", "<a href='https://a.example/{i}'>{text}"),
        slot("exdate", "EXDATE;TZID=Zone:{date}T100000\r\n"),
        slot("excluded", ",{date}T100000"),
        slot("period", ",{date}T100000Z/PT1H"),
        slot("quoted", "=C3=A9{i}=\r\n"),
        slot(
            "version",
            "BEGIN:VEVENT\r\nUID:last\r\nSEQUENCE:{i}\r\nRECURRENCE-ID:{date}T100000Z\r\n\
                DTSTART:{date}T110000Z\r\nEND:VEVENT\r\n",
        ),
        slot("id", "/{i}"),
        slot("location", "/{i}"),
        slot("monthday", ",32"),
        slot(
            "yearly",
            "BEGIN:DAYLIGHT\r\nDTSTART:{date}T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n\
                RRULE:FREQ=YEARLY\r\nEND:DAYLIGHT\r\n",
        ),
        Slot {
            nest: ("BEGIN:X-A{i}\r\n", ""),
            ..slot("alarm", "BEGIN:VALARM\r\nDESCRIPTION:{i}\r\nEND:VALARM\r\n")
        },
    ],
};

const GPX: Document = Document {
    template: "<?xml version=\"1.0\"?><gpx version=\"1.1\"><metadata>{link}</metadata>{waypoint}\
        {route}{empty}<rte><name>R</name>{point}</rte>{track}<trk><trkseg>{trackpoint}</trkseg></\
        trk></gpx>",
    separator: "",
    slots: &[
        Slot {
            nest: ("<x>", "</x>"),
            attribute: XML,
            ..slot(
                "link",
                "<link href=\"x{i}\"{attributes}><text>{text}</text></link>",
            )
        },
        Slot {
            nest: ("<extensions>", "</extensions>"),
            attribute: XML,
            ..slot(
                "waypoint",
                "<wpt lat=\"1.{i}\" lon=\"2.{i}\"{attributes}><name>W{i} \
                    {text}</name><time>{iso}T00:00:00Z</time></wpt>",
            )
        },
        slot(
            "route",
            "<rte><name>Day {i}</name><rtept lat=\"1.{i}\" \
                lon=\"2\"><name>R{i}</name></rtept></rte>",
        ),
        Slot {
            times: 64,
            ..slot("empty", "<rte></rte>")
        },
        Slot {
            nest: ("<rtept lat=\"1\" lon=\"2\">", "</rtept>"),
            attribute: XML,
            ..slot(
                "point",
                "<rtept lat=\"1.{i}\" lon=\"2.{i}\"><name>P{i} {text}</name></rtept>",
            )
        },
        slot(
            "track",
            "<trk><name>T{i}</name><trkseg><trkpt lat=\"1.{i}\" lon=\"2\"/></trkseg></trk>",
        ),
        slot("trackpoint", "<trkpt lat=\"1.{i}\" lon=\"2.{i}\"/>"),
    ],
};

const KML: Document = Document {
    template: "<kml><Document><name>T</name>{style}{folder}<Folder><name>Day 2</name>{place}\
        <Placemark><ExtendedData>{data}</ExtendedData><LineString><coordinates>{coordinate}\
        </coordinates></LineString></Placemark></Folder></Document></kml>",
    separator: "",
    slots: &[
        slot(
            "style",
            "<Style id=\"s{i}\"><IconStyle><scale>{i}</scale></IconStyle></Style>",
        ),
        Slot {
            nest: ("<Folder><name>Day {i}</name>", "</Folder>"),
            ..slot(
                "folder",
                "<Folder><name>Day \
                    {i}</name><Placemark><name>F{i}</name><Point><coordinates>1.{i},2</coordinates>\
                    </Point></Placemark></Folder>",
            )
        },
        Slot {
            nest: ("<MultiGeometry>", "</MultiGeometry>"),
            attribute: XML,
            ..slot(
                "place",
                "<Placemark{attributes}><name>P{i} \
                    {text}</name><description>{text}</description><ExtendedData><Data \
                    name=\"d\"><value>{i}</value></Data></ExtendedData><TimeSpan><begin>{iso}</\
                    begin></TimeSpan><Point><coordinates>1.{i},2</coordinates></Point></Placemark>",
            )
        },
        slot("data", "<Data name=\"d{i}\"><value>{text}</value></Data>"),
        slot("coordinate", "1.{i},2 "),
    ],
};

const GEOJSON: Document = Document {
    template: "{\"type\":\"FeatureCollection\",\"features\":[{feature},{\"type\":\"Feature\",\
        \"geometry\":{\"type\":\"LineString\",\"coordinates\":[{coordinate}]},\
        \"properties\":{\"name\":\"L\",{property}}}],\"x\":[{unknown}]}",
    separator: ",",
    slots: &[
        slot(
            "feature",
            "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1.{i},2]},\
                \"properties\":{\"name\":\"F{i} {text}\",\"visits\":[{\"day\":{i},\"index\":0}]}}",
        ),
        slot("coordinate", "[1.{i},2]"),
        slot("property", "\"p{i}\":\"{text}\""),
        Slot {
            nest: ("[", "]"),
            ..slot("unknown", "{i}")
        },
    ],
};

const SPLITWISE: Document = Document {
    template: "Date,Description,Category,Cost,Currency,Ada,Ben{person}\n\
        2026-01-01,Dinner,Food,10.00,EUR,5.00,-5.00{net}\n{row}\
        2026-01-02,Total balance, , ,EUR,5.00,-5.00\n{total}",
    separator: "",
    slots: &[
        slot("person", ",P{i} {text}"),
        slot("net", ",-0.{i}"),
        slot("row", "{iso},\"{i} {text}\",Food,10.00,EUR,5.00,-5.00\n"),
        slot("total", "{iso},Total balance, , ,EUR,{i},-{i}\n"),
    ],
};

const SPLITWISE_JSON: Document = Document {
    template: "{\"groups\":[{\"id\":1,\"name\":\"T\",\"members\":[{member}]}],\"expenses\":[\
        {\"group_id\":1,\"description\":\"A\",\"cost\":\"1\",\"currency_code\":\"EUR\",\
        \"date\":\"2026-01-01\",\"users\":[{user}]},{expense}],\"x\":[{unknown}]}",
    separator: ",",
    slots: &[
        slot("member", "{\"id\":{i},\"first_name\":\"{text}\"}"),
        slot(
            "user",
            "{\"user\":{\"id\":{i},\"first_name\":\"P{i}\"},\"paid_share\":\"1.0\",\
                \"owed_share\":\"1.0\"}",
        ),
        slot(
            "expense",
            "{\"group_id\":1,\"description\":\"{i} {text}\",\"cost\":\"2\",\
                \"currency_code\":\"EUR\",\"date\":\"{iso}\",\"users\":[\
                {\"user_id\":1,\"paid_share\":\"2\",\"owed_share\":\"2\"}]}",
        ),
        Slot {
            nest: ("[", "]"),
            ..slot("unknown", "{i}")
        },
    ],
};

const SPLIIT: Document = Document {
    template: "{\"name\":\"T\",\"currencyCode\":\"EUR\",\"participants\":[\
        {\"id\":\"a\",\"name\":\"Ada\"},{person}],\"expenses\":[{\"id\":\"x\",\"amount\":1000,\
        \"paidById\":\"a\",\"splitMode\":\"EVENLY\",\"paidFor\":[{share}]},{expense}]}",
    separator: ",",
    slots: &[
        slot("person", "{\"id\":\"p{i}\",\"name\":\"P{i} {text}\"}"),
        slot("share", "{\"participantId\":\"s{i}\",\"shares\":{i}}"),
        slot(
            "expense",
            "{\"id\":\"e{i}\",\"title\":\"{text}\",\"amount\":{i},\"paidById\":\"a\",\
                \"expenseDate\":\"{iso}\",\"paidFor\":[{\"participantId\":\"a\",\"shares\":1}]}",
        ),
    ],
};

const BILLS: Document = Document {
    template: "[{\"what\":\"A\",\"amount\":1,\"date\":\"2026-01-01\",\"payer_name\":\"Ada\",\
        \"payer_weight\":1,\"owers\":[{ower}]},{bill}]",
    separator: ",",
    slots: &[
        slot("ower", "\"P{i} {text}\""),
        slot(
            "bill",
            "{\"what\":\"{i} {text}\",\"amount\":{i},\"date\":\"{iso}\",\
                \"payer_name\":\"P{i}\",\"payer_weight\":2,\"owers\":[\"Ada\"]}",
        ),
    ],
};

const COSPEND: Document = Document {
    template: "name,weight,active,color\n\"Ada\",1,1,\"#112233\"\n{member}\n\
        what,amount,date,timestamp,payer_name,payer_weight,owers,categoryid,comment,deleted\n\
        \"A (1.00 USD)\",1,2026-01-01,0,\"Ada\",1,\"Ada{ower}\",1,\"{comment}\",0\n{bill}\n\
        categoryname,categoryid,icon,color\n{category}\ncurrencyname,exchange_rate\n\"EUR\",1\n\
        \"USD\",0.9\n{currency}",
    separator: "",
    slots: &[
        slot("member", "\"P{i} {text}\",1,1,\"#112233\"\n"),
        slot("ower", ",P{i}"),
        slot("comment", "%C3%A9+{i}"),
        slot(
            "bill",
            "\"{i} {text}\",{i},{iso},0,\"Ada\",1,\"Ada\",{i},\"\",0\n",
        ),
        slot("category", "\"C{i}\",{i},\"x\",\"#112233\"\n"),
        slot("currency", "\"CAD\",0.{i}\n"),
    ],
};

const TRICOUNT: Document = Document {
    template: "Title,Amount,Currency,Rate,Amount (EUR),Type,Category,Paid by{paid}{share},Date\n\
        A,10,EUR,1,10,Expense,Food,Ada{amount},2026-01-01\n{row}",
    separator: "",
    slots: &[
        slot("paid", ",Paid by P{i}"),
        slot("share", ",Impacted to P{i}"),
        slot("amount", ",{i}"),
        slot("row", "{i} {text},10,USD,1,10,Expense,Food,Ada,10,-10\n"),
    ],
};

const TAKEOUT: Document = Document {
    template: "Title,Note,URL,Tags,Comment\nA,b,https://www.google.com/maps/place/A,,\n{row}",
    separator: "",
    slots: &[slot(
        "row",
        "{i},{text},\"https://www.google.com/maps/search/1.{i},2\",,\n",
    )],
};

const TRIPIT: Document = Document {
    template: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:TripIt\r\n{trip}\
        BEGIN:VEVENT\r\nUID:last@tripit.com\r\nSUMMARY:Last\r\n\
        DTSTART;VALUE=DATE:19990101\r\nDESCRIPTION:https://www.tripit.com/trip/show/id/0\r\n\
        END:VEVENT\r\n{in}{out}END:VCALENDAR\r\n",
    separator: "",
    slots: &[
        slot(
            "trip",
            "BEGIN:VEVENT\r\nUID:{i}@tripit.com\r\nSUMMARY:{i}\r\nDTSTART;VALUE=DATE:{date}\r\n\
                DESCRIPTION:https://www.tripit.com/trip/show/id/{i}\r\nEND:VEVENT\r\n",
        ),
        slot(
            "in",
            "BEGIN:VEVENT\r\nUID:item-{i}@tripit.com\r\nSUMMARY:Check-in: Inn\r\n\
                DTSTART:{date}T100000Z\r\nDESCRIPTION:[Lodging] {text}\\n{i}\r\nEND:VEVENT\r\n",
        ),
        slot(
            "out",
            "BEGIN:VEVENT\r\nUID:item-o{i}@tripit.com\r\nSUMMARY:Check-out: Inn\r\n\
                DTSTART:{date}T110000Z\r\nDESCRIPTION:Confirmation # {i}\r\nEND:VEVENT\r\n",
        ),
    ],
};

const TRIP: Document = Document {
    template: "{\"categories\":[],\"places\":[{\"id\":0},{place}],\"trips\":[{\"name\":\"T\",\
        \"days\":[{\"dt\":\"2026-01-01\",\"items\":[{\"text\":\"A\"},{item}]},{day}],\
        \"places\":[{\"id\":-1},{own}],\"checklist_items\":[{\"text\":\"A\"},{task}]},{trip}]}",
    separator: ",",
    slots: &[
        slot(
            "place",
            "{\"id\":{i},\"name\":\"{text}\",\"lat\":1.5,\"lng\":2}",
        ),
        slot(
            "item",
            "{\"time\":\"10:00\",\"text\":\"{i}\",\"place\":{\"id\":{i},\"name\":\"{text}\"}}",
        ),
        slot(
            "day",
            "{\"dt\":\"{iso}\",\"label\":\"{i}\",\"notes\":\"{text}\"}",
        ),
        slot("own", "{\"id\":{i},\"description\":\"{text}\"}"),
        slot("task", "{\"text\":\"{i} {text}\"}"),
        slot("trip", "{\"name\":\"{i}\"}"),
    ],
};

/// Reads a file as an import does, whether it is refused or not.
fn import(file: &str) {
    let mut next = 0;
    let mut mint = || {
        next += 1;
        Uuid::from_u128(next)
    };
    let today = Date::from(Instant::EPOCH);
    read(
        Cursor::new(file.as_bytes()),
        Limits::default(),
        today,
        &mut mint,
    )
    .ok();
}

/// Measures below and above the limit of items.
pub(crate) fn check(document: &Document) {
    let mut report = Report::default();
    for (name, case) in document.cases() {
        for first in [120, 2_000] {
            report.case(
                &format!("{name} from {first}"),
                first,
                |size| document.fill(&case, size),
                |file| import(file),
            );
        }
    }
    report.finish();
}

#[test]
fn calendars() {
    check(&CALENDAR);
}

#[test]
fn gpx() {
    check(&GPX);
}

#[test]
fn kml() {
    check(&KML);
}

#[test]
fn geojson() {
    check(&GEOJSON);
}

#[test]
fn costs() {
    for document in [
        &SPLITWISE,
        &SPLITWISE_JSON,
        &SPLIIT,
        &BILLS,
        &COSPEND,
        &TRICOUNT,
    ] {
        check(document);
    }
}

#[test]
fn services() {
    for document in [&TAKEOUT, &TRIPIT, &TRIP] {
        check(document);
    }
}
