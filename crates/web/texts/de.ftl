# Die Texte der Seiten.

## Every page

skip = Zum Inhalt springen
navigation = Konto und Reisen
my-trips = Meine Reisen
account = Konto
sign-in = Anmelden
sign-up = Registrieren
sign-out = Abmelden
developers = Für Entwickler
credits = Orte:
sign-in-and-return = Anmelden und zurückkehren
to-front = Zur Startseite
gone-or-removed = Die Reise wurde gelöscht, oder Sie gehören nicht mehr dazu. Ihre Eingaben wurden nicht gespeichert; kopieren Sie, was Sie brauchen.
may-not-change = Sie dürfen diese Reise nicht mehr ändern. Ihre Eingaben wurden nicht gespeichert; kopieren Sie, was Sie brauchen.
discard = Eingaben verwerfen?
undo = Rückgängig
upload = Hochladen
unsent = Der Dienst war nicht erreichbar, vielleicht ist dies schon gespeichert. Ihre Eingaben sind noch da: Versuchen Sie es noch einmal.
warnings = Bitte beachten
saving = Wird gespeichert …
restored = Ihre Eingaben wurden wiederhergestellt.
unsaved = Eingegeben, aber noch nicht gespeichert:
discard-draft = Verwerfen
saved-on = Gespeichert am
you-are-offline = Sie sind offline
waiting = wartet auf das Netz
offline-title = Sie sind offline
offline-text = Reisen, die Sie auf diesem Gerät geöffnet haben, können Sie ohne Netz lesen.
saved-trips = Auf diesem Gerät gespeichert
try-again = Noch einmal versuchen

## Forms

cancel = Abbrechen
save = Speichern
yes = ja
no = nein
nothing = nichts
present-value = Jetzt gespeichert:
not-saved = Noch nicht gespeichert.
see-marked = Bitte prüfen Sie die markierten Eingaben.
gone = Inzwischen entfernt
gone-text = Jemand anders hat dies entfernt, seit Sie es geöffnet haben. Ihre Eingaben stehen unten.
session-ended = Ihre Sitzung ist abgelaufen. Ihre Eingaben bleiben erhalten: Melden Sie sich an und speichern Sie dann.
too-long-to-carry = Ihre Sitzung ist abgelaufen, und dies ist zu lang, um es durch die Anmeldung mitzunehmen. Noch ist nichts gespeichert: Melden Sie sich in einem anderen Tab an, gehen Sie dann zum Formular zurück und speichern Sie es.
not-sent = Noch nicht gesendet
draft = Sie haben sich wieder angemeldet. Noch ist nichts gespeichert: Sehen Sie alles durch und senden Sie es. Passwörter fehlen.
send-again = Noch einmal senden
description = Beschreibung
add = Hinzufügen
edit = Bearbeiten
remove = Entfernen
day = Tag
start = Beginn
end = Ende
location = Ort
more = Mehr
say-where = Ort angeben
where-it-is = Wo es ist
is-at = Auf der Karte bei
not-found-yet = Noch nicht auf der Karte.
known-street = nur die Straße ist bekannt
known-town = nur der Ort ist bekannt
known-region = nur die Region ist bekannt
from-stop-before = { $length } von der Station davor
look-up-again = Noch einmal suchen
search-place = Ort suchen
no-suggestions = Kein Ort gefunden. Versuchen Sie einen anderen Namen, oder zeigen Sie ihn auf der Karte.
by-coordinates = Mit Koordinaten oder auf einer Karte
choose = Wählen
suggestions = Vorschläge
suggested = Vorschläge
pick-on-map = Tippen Sie auf der Karte an, wo es ist.
no-streets = Ein Name unten öffnet den Ort im Stadtplan.
no-street-map = Dieser Dienst hat keinen Stadtplan. Wer ihn betreibt, kann mit der Einstellung MAPS einen hinzufügen.
public-maps = Straßen und Sehenswürdigkeiten von OpenStreetMap: Orte, die jemand einträgt oder sucht, und die Netzadressen der Besucher gehen an dessen öffentliche Dienste.

## Front page

front-title = Gemeinsam Reisen planen
front-lead = Wohin und in welcher Reihenfolge, wer mitkommt, was es kostet und wer bezahlt hat. Eine Seite für alle, die mitreisen.
front-picture = Eine Route über drei Orte auf einer Karte
features = Das können Sie damit tun
by-day = Tag für Tag
by-day-text = Jeder Tag mit Datum, Orten und Ortszeiten. Verschieben Sie einen Stopp, einen Tag oder die ganze Reise.
on-map = Auf der Karte
on-map-text = Jeder Stopp hat seine Nummer, jeder Tag seine Farbe und seinen Weg.
fair-shares = Fair geteilt
fair-shares-text = Wer sich was teilt, wer bezahlt hat, und wie es mit den wenigsten Zahlungen aufgeht.
yours = Ihre Sache
yours-text = Privat, bis Sie teilen. Keine Tracker, keine Werbung. Auch ohne Netz lesbar.
developers-title = Für Programme
developers-text = Alles gibt es auch als HTTP-Schnittstelle.

## Sign-up and sign-in

sign-up-lead = Ein Name, den andere sehen, ein Benutzername, unter dem man Sie findet, und ein Passwort.
your-name = Ihr Name
username = Benutzername
username-hint = Bis zu 39 Buchstaben (a bis z), Ziffern, Punkte, Binde- und Unterstriche, keine Leerzeichen
email-optional = E-Mail (optional)
password = Passwort
password-hint = 8 bis 128 Zeichen
has-account = Schon ein Konto?
has-no-account = Noch kein Konto?
sign-in-returns = Melden Sie sich an, um weiterzumachen.
bad-credentials = Benutzername und Passwort passen nicht zusammen.
taken = ist schon vergeben

## Account

profile = Profil
about-you = Über Sie
interests = Interessen
interests-hint = Eines pro Zeile
privacy = Privatsphäre und Sprache
private-account = Andere sehen nur meinen Namen, Benutzernamen und mein Bild
share-email = Wer mit mir reist, sieht meine E-Mail-Adresse
picture = Bild
your-picture = Ihr Bild
new-picture = Neues Bild
present-password = Aktuelles Passwort
new-password = Neues Passwort
change-password = Passwort ändern
wrong-password = ist nicht Ihr Passwort
password-ends-sessions = Ein neues Passwort meldet alle anderen Geräte ab.
sessions = Sitzungen
sessions-text = Meldet alle Geräte ab und beendet jeden Zugriff von Programmen und Ihre Kalenderlinks.
sign-out-everywhere = Überall abmelden
delete-account = Konto löschen
delete-account-lead = Mit allen Reisen, die Ihnen gehören.
delete-account-text = Ihr Konto, die Reisen, die Ihnen gehören, und deren Bilder werden gelöscht. Alle anderen Reisen verlassen Sie. Das lässt sich nicht rückgängig machen.
export-account = Ihre Daten
export-account-text = Eine Datei mit Ihrem Profil, Ihren Einstellungen, Ihren Bildern und den Reisen, an denen Sie beteiligt sind. Behalten Sie sie für sich: Sie enthält Ihre E-Mail-Adresse.
export-account-file = Daten herunterladen

## List of trips

mailbox = Postfach für Buchungen
mailbox-text = Leite Buchungs-Mails an diese Adresse weiter. Was darin gelesen wird, wartet hier, bis du es zu einer Reise hinzufügst; die Mails selbst werden nicht aufbewahrt. Wer die Adresse kennt, kann dir Vorschläge schicken.
proposals = Eingegangene Buchungen
no-proposals = Es ist nichts eingegangen.
which-trip = Reise
new-trip = Neue Reise
create-trip = Reise anlegen
no-trips = Noch keine Reisen
no-trips-text = Geben Sie der ersten einen Namen. Daten, Orte und Leute haben Zeit.
older = Ältere
trip-name-hint = Zum Beispiel „Eine Woche in Lissabon“
search = Suchen
search-trips = Meine Reisen durchsuchen
my-role = Meine Rolle
all-trips = Alle Reisen
nothing-found = Keine Reise hat all diese Wörter.

## List of trips, copies, dates and photos

trips-under-way = Unterwegs
trips-ahead = Bevorstehend
trips-undated = Ohne Datum
trips-past = Vergangen
trips-of-others = Andere haben Sie zu diesen Reisen hinzugefügt
trips-of-others-text = Sie zählen für Sie, sobald Sie sie behalten oder etwas eintragen. Wer eine Reise verlässt, sieht sie nicht mehr.
keep-trips = Angekreuzte behalten
leave-trips = Angekreuzte verlassen
copy-trip = Diese Reise kopieren
copy-lead = Daraus wird eine neue Reise, die Ihnen gehört. Zahlungen, Links und Buchungsnummern bleiben hier.
copy-start-hint = Alle Daten wandern mit. Bleibt das Feld leer, ändern sie sich nicht.
copy-with = Was mitkommt
make-copy = Kopie anlegen
done-copied = Kopiert. Das ist die neue Reise.
import-into = Aus einer Datei hinzufügen
import-into-lead = Was die Datei enthält, kommt zu dieser Reise: Einträge an ihren Tagen oder nach dem letzten Tag, Orte, Punkte und Linien auf der Karte. Was schon da ist, bleibt unverändert, außer Einträgen derselben Buchung.
plan-if-first-day-changes = Ändert sich der erste Tag, dann
plan-moves = wandert alles mit
plan-stays = bleibt alles an seinem Datum
remove-ticked = Angekreuzte entfernen
back-to-photos = Alle Fotos
previous = Zurück
next = Weiter
caption = Bildunterschrift
use-as-main = Als Bild der Reise verwenden
photo-sooner = Nach vorn
photo-later = Nach hinten
in-days =
    { $days ->
        [1] Morgen
       *[other] In { $days } Tagen
    }
day-of-trip = Tag { $day } von { $days }
photo-of = Foto { $number } von { $total }
choose-of = { $name } auswählen
remove-photos =
    { $number ->
        [one] { $number } Foto entfernen
       *[other] { $number } Fotos entfernen
    }
not-a-picture = „{ $file }“ ist kein Bild, das hinzugefügt werden kann. Wähle JPEG, PNG, WebP oder GIF.
picture-too-large = „{ $file }“ ist zu groß: höchstens 20 MiB und 50 Megapixel.
added-of-file =
    Zu dieser Reise hinzugefügt: { $items ->
        [one] { $items } Eintrag im Reiseplan
       *[other] { $items } Einträge im Reiseplan
    }, { $places ->
        [one] { $places } Ort auf der Karte
       *[other] { $places } Orte auf der Karte
    }{ $tracks ->
        [0] {""}
        [one] , { $tracks } Strecke
       *[other] , { $tracks } Strecken
    }, { $photos ->
        [one] { $photos } Foto
       *[other] { $photos } Fotos
    }.
outside-dates =
    { $number ->
        [one] { $number } Eintrag liegt außerhalb des ersten und letzten Tages:
       *[other] { $number } Einträge liegen außerhalb des ersten und letzten Tages:
    }
picture-damaged = „{ $file }“ lässt sich nicht lesen: Die Datei ist beschädigt oder abgeschnitten.
nothing-added = Nichts wurde hinzugefügt.
done-none-ticked = Kreuzen Sie zuerst die Fotos an, die entfernt werden sollen.

## Import

import = Importieren
import-trip = Reise importieren
import-lead = Aus einer Datei wird eine neue Reise, die nur Sie sehen.
import-formats = Ein Archiv von Wayfare (.zip), GPX, KML, KMZ, GeoJSON, iCalendar, eine Buchung (Nachricht, Pass, Seite, JSON-LD oder Text einer Bordkarte) oder ein Export von Splitwise, Spliit, ihatemoney, Cospend, Tricount, Google Takeout, TripIt, Polarsteps, AdventureLog oder TRIP, höchstens 20 MiB; Archive von Reisen höchstens 512 MiB
file = Datei
no-file = Wählen Sie zuerst eine Datei.
not-imported = Die Datei wurde nicht importiert, und nichts wurde gespeichert.
import-too-large = Die Datei ist zu groß: höchstens 20 MiB, Archive von Reisen 512 MiB.
preview = Vorschau
preview-hint = Noch ist nichts gespeichert. Sieht es gut aus? Dann importieren Sie es. Steht die Datei unten nicht mehr, wählen Sie sie vorher noch einmal.
changes = Änderungen an vorhandenen Einträgen
format = Format

## A trip and its settings

no-dates = Noch kein Datum
public = Öffentlich
private = Privat
trip-name = Name der Reise
first-day = Erster Tag
last-day = Letzter Tag
is-public = Wer die Adresse hat, darf diese Reise lesen
views = Ansichten der Reise
costs = Kosten
lists = Listen
edit-trip = Reise bearbeiten
sign-in-to-edit = Zum Bearbeiten anmelden
days = Tage
changed-last = Zuletzt geändert:
somebody = Jemand
trip-gone = Sie können diese Reise nicht mehr sehen: Sie wurde gelöscht, Sie gehören nicht mehr dazu, oder Sie sind abgemeldet.
estimate-from = Voraussichtliche Kosten, mindestens
estimate-to = Voraussichtliche Kosten, höchstens
shift = Ganze Reise verschieben
shift-button = Alle Tage verschieben
shift-hint = Um wie viele Tage? -2 heißt zwei Tage früher.
delete-trip = Reise löschen
delete-trip-text = Reiseplan, Budget und Bilder werden für alle gelöscht. Das lässt sich nicht rückgängig machen.

## Itinerary

itinerary = Reiseplan
no-items = Noch ist nichts geplant.
no-items-editor = Noch ist nichts geplant. Beginnen Sie mit dem, was feststeht: ein Flug, eine Unterkunft, eine Sehenswürdigkeit.
add-item = Zum Reiseplan hinzufügen
move = Verschieben
up = Nach oben
down = Nach unten
earlier = Einen Tag früher
later = Einen Tag später
duplicate = Duplizieren
remove-item = Aus dem Reiseplan entfernen
remove-item-text = Zeiten und Kosten werden mit entfernt.
place-or-title = Ort oder Titel
title-hint = Davor darf eine Uhrzeit stehen: 15:30 Museum
kind = Art
zone-of-place = Ortszeit
location-hint = Adresse, Ort oder Koordinaten; wird gesucht, wenn leer
coordinates = Koordinaten
coordinates-hint = Grad Nord und Ost, zum Beispiel 38.6916, -9.2160. Leer: wird gesucht.
end-place = Endet in
end-place-hint = Wo die Fahrt endet, wenn der Name es nicht sagt
start-zone = Zeitzone am Beginn
end-zone = Zeitzone am Ende
zone-hint = Eine Stadt wie Lissabon oder ein Name wie Europe/Lisbon; leer für die des Ortes
trip-zone = Zeitzone
trip-zone-hint = Für Zeiten ohne Ort: eine Stadt wie Lissabon oder ein Name wie Europe/Lisbon
move-to-day = Auf einen anderen Tag legen
move-hint = Die Zeiten verschieben sich um ebenso viele Tage.
last-of-stay = Letzter Tag
photo-links = Links zu Fotos
photo-links-hint = Einer pro Zeile: die Adresse, dann was zu sehen ist

## Rows of the itinerary

today = Heute
confirmation = Buchungsnummer
one-night = 1 Nacht
kind-flight = Flug
kind-train = Bahn
kind-bus = Bus
kind-car = Autofahrt
kind-ferry = Fähre
kind-walk = Fußweg
kind-travel = Fahrt
kind-stay = Unterkunft
kind-food = Essen
kind-sight = Sehens{"\u00AD"}würdigkeit
kind-activity = Aktivität
kind-other = Sonstiges
duration =
    { $hours ->
        [0] { $minutes } Min.
       *[other]
            { $minutes ->
                [0] { $hours } Std.
               *[other] { $hours } Std. { $minutes } Min.
            }
    }

## Forms of items

length = Dauer
length-hint = Zum Beispiel 1:30 oder 90 min, anstelle eines Endes
time-hint = Zum Beispiel 15:30, Ortszeit; für einen anderen Tag 2026-05-02 15:30
next-day-hint = Ortszeit; liegt sie vor dem Beginn, gilt der nächste Tag
arrival-hint = Ortszeit am Ziel: die nächste solche Uhrzeit nach der Abfahrt
departure = Abfahrt oder Abflug
arrival = Ankunft
check-in = Check-in
check-out = Check-out
origin = Von
target = Nach
own-title = Titel
own-title-hint = Leer für die Namen der beiden Orte
sure = Ja, dieser Tag ist gemeint
refused-clock = schreiben Sie die Uhrzeit wie 15:30
refused-length = schreiben Sie die Dauer wie 1:30 oder 90 min
refused-both = lassen Sie eines von beiden leer: das Ende oder die Dauer
refused-far-day = das ist mehr als 30 Tage nach dem letzten Tag der Reise: ändern Sie es, oder kreuzen Sie an, dass es so gemeint ist
refused-far-time = das liegt mehr als 30 Tage von der Reise entfernt: prüfen Sie Monat und Jahr, oder kreuzen Sie an, dass es so gemeint ist
refused-unsure = kreuzen Sie dies an, wenn es so gemeint ist
refused-no-way = schreiben Sie, wo es beginnt und wo es endet
refused-far-move = das ist mehr als 30 Tage nach dem letzten Tag der Reise: geben Sie der Reise erst einen späteren letzten Tag
done-by-time = Es bleibt, wo es ist: Was eine Uhrzeit hat, steht in der Reihenfolge der Uhrzeiten.
error-picture-text = Das lässt sich nicht als Bild lesen. Wählen Sie eine JPEG-, PNG-, WebP- oder GIF-Datei.
empty-category = Ohne Angabe: { $category }
moved-to = Auf Tag { $day } verschoben.
moved-to-time = Auf Tag { $day } verschoben: Es steht nach seiner Uhrzeit, { $time }.

## Budget

base-currency = Währung der Reise
money = Kosten
cost = Kosten
estimate = Schätzung
currency = Währung
category = Kategorie
who-paid = Wer hat bezahlt
several = Mehrere, oder einen Teil
not-paid-yet = Noch nicht bezahlt
planned = Geplant, noch nicht bezahlt
refund-hint = Bei einer Erstattung ein Minus vor den Betrag setzen
for-whom = Für wen
split = Wie wird geteilt
split-equally = Gleichmäßig
split-by-parts = Nach Anteilen, wie 2 : 1
split-by-amounts = Nach Beträgen
add-expense = Ausgabe hinzufügen
all-costs = Alle Kosten
what-for = Wofür
date = Datum
date-optional = Datum (optional)
empty-for-today = Ohne Angabe: heute
remove-expense = Diese Ausgabe entfernen
remove-expense-text = Betrag und Zahlende werden mit entfernt.
rates = Wechselkurse
rates-hint = Ohne Angabe: der übliche Kurs
rate-hint = Eine Zahl oder ein Bruch wie 1/195.
other-currency = Andere Währung
use-rate = Diesen Kurs verwenden
which-way-round = Richtung des Kurses
sure-rate = Ja, dieser Kurs ist gemeint
budget = Budget
trip-budget = Kosten der ganzen Reise
total-cost = Insgesamt
total-paid = Bezahlt
no-costs = Noch keine Kosten. Fügen Sie eine Ausgabe hinzu, oder was etwas im Reiseplan kostet.
chart = Kosten nach Kategorie als Balken; die Zahlen stehen in der Tabelle darunter
by-category = Nach Kategorie
by-person = Nach Person
person = Person
nobody-yet = Noch niemand
paid = Bezahlt
expenditures = Weitere Ausgaben
you-owe = Sie schulden
you-get-back = Sie bekommen zurück
your-balance = Ihr Stand
you-are-even = Sie sind quitt
planned-for-you = Für Sie geplant, noch nicht bezahlt
who-owes-whom = Wer schuldet wem
all-settled = Alles ist ausgeglichen.
mark-as-paid = Als bezahlt markieren
recorded-payments = Erfasste Zahlungen
not-all-counted = Noch ist nicht alles mitgezählt: Manchen Beträgen fehlt ein Wechselkurs.
how-worked-out = Wie das berechnet wurde
other-payment = Zahlung erfassen
record = Erfassen
to-whom = An wen
amount = Betrag
note = Notiz
beyond-cost = Mehr aufgeteilt, als es gekostet hat
left = Rest
excess = Zu viel
rest = gleichmäßig geteilt durch

## Lists of what is to do

new-list = Neue Liste
list-name = Name der Liste
list-packing = Packliste
list-before-leaving = Vor der Abreise
list-shopping = Einkaufen
edit-list = Liste bearbeiten
which-list = Liste
who-does-it = Wer macht es
still-to-do = Noch offen
tick-several = Mehrere abhaken
done-entry-gone = Jemand hat das inzwischen entfernt.
refused-lists = ist eine zu viel: Eine Reise hat höchstens 20 Listen
refused-list-gone = muss eine andere sein: Jemand hat diese Liste entfernt
new-entry-in = Neuer Eintrag in { $name }
number-done = { $number } erledigt
entries-go =
    { $number ->
        [0] Sie hat keine Einträge.
        [one] Ihr Eintrag wird mit entfernt.
       *[other] Ihre { $number } Einträge werden mit entfernt.
    }

## Lines of the map

tracks = Strecken
remove-track-text = Die Linie verschwindet für alle von der Karte.
track-number = Strecke { $number }

## To-do, places, photos and notes

todo = To-do
no-todo = Nichts zu tun.
empty-list = Noch nichts auf dieser Liste.
done = Erledigt
new-todo = Neues To-do
todo-entry = To-do
places = Orte
no-places = Noch keine Orte.
new-place = Neuer Ort
place-name = Name des Ortes
edit-place = Ort bearbeiten
photos = Fotos
no-photos = Noch keine Fotos.
add-photos = Fotos hinzufügen
first-frame = Von einem bewegten Bild bleibt das erste Bild.
main-picture = Bild der Reise
remove-main-picture = Bild der Reise entfernen
notes = Notizen
notes-hint = Text, auch mit # Überschriften und **fetten** Wörtern, oder einfaches HTML
remove-photo-text = Das Bild wird für alle gelöscht. Das lässt sich nicht rückgängig machen.
tickets = Tickets und Dateien
add-file = Datei hinzufügen
files-hint = Tickets, Buchungen und Unterlagen. Nur wer an der Reise teilnimmt, sieht sie; ein Foto behält, was die Kamera hineingeschrieben hat, etwa den Aufnahmeort.
remove-file-text = Die Datei wird für alle gelöscht. Das lässt sich nicht rückgängig machen.

## Booklet

add-notes = Notizen hinzufügen
booklet = Reiseheft zum Drucken
booklet-costs = Mit Kosten
booklet-show = Anzeigen
booklet-print = Drucken

## Map and locations

address = Adresse
map = Karte
no-map = Fügen Sie einen Ort hinzu, dann erscheint er hier.
map-of-trip = Karte der Reise; die Liste darunter nennt die Markierungen
zoom-in = Vergrößern
zoom-out = Verkleinern
whole-map = Alles zeigen
not-on-map = Nicht auf der Karte
locations = Kartenpunkte
new-location = Kartenpunkt hinzufügen
edit-location = Kartenpunkt bearbeiten
transportation = Der Weg dorthin
way-there = Mit
distance = Kilometer
minutes = Minuten

## Files and calendar

files = Dateien und Kalender
calendar-feed = Kalenderlink
calendar-feed-text = Ein geheimer Link, den Kalender-Apps lesen. Ein neuer ersetzt den vorigen.
calendar-once = Kopieren Sie ihn jetzt: Er wird nicht noch einmal gezeigt. Wer ihn hat, kann den Kalender lesen.
open-calendar = Im Kalender öffnen
new-address = Neuer Link
end-address = Nicht mehr teilen
calendar-of-all = Kalender aller Reisen

## Share links

share-links = Freigabelinks
share-links-text = Für Leute ohne Konto: Wer den Link hat, liest die Teile, die Sie wählen.
new-link = Neuer Freigabelink
make-link = Link erstellen
link-label = Für wen (eine Notiz für Sie)
link-parts = Was er zeigt
link-expires = Letzter Tag (leer: 90 Tage nach der Reise)
link-password = Passwort des Links (optional)
link-has-password = mit Passwort
link-never-ends = ohne Ende
end-link = Diesen Link beenden
shared-trip = Geteilte Reise
shared-password = Diese Reise ist mit einem Passwort geteilt.
wrong-link-password = Das ist nicht das Passwort des Links.
open = Öffnen
share-link = Freigabelink
edit-link = Freigabelink bearbeiten
link-last-day = Letzter Tag (leer für kein Ende)
link-new-password = Neues Passwort (leer: das bisherige bleibt)
link-no-password = Kein Passwort mehr

## Settlement explained

explained = Wer schuldet wem, Schritt für Schritt
explained-file = Diese Zeilen als Datei (CSV)
for = Wofür
share = Anteil
in-all = Insgesamt
no-rate = kein Kurs
rounding = Rundung
is-even = Hat genau den eigenen Anteil bezahlt.

## Keys for programs

key = Schlüssel
keys = Schlüssel für Programme
keys-text = Mit einem Schlüssel liest oder ändert ein Programm Ihre Reisen, ohne Ihr Passwort. Ihr Konto kann es nicht ändern.
new-key = Neuer Schlüssel
make-key = Schlüssel erstellen
key-name = Wofür er ist (eine Notiz für Sie)
key-may = Was das Programm darf
key-reads = lesen
key-writes = lesen und ändern
key-trips = Mit welchen Reisen
key-all-trips = alle Reisen
key-some-trips = nur die unten angekreuzten
key-other-trip = eine Reise, an der Sie nicht beteiligt sind
key-last-day = Letzter Tag (leer für kein Ende)
key-unused = noch nicht benutzt
key-never-ends = ohne Ende
key-once = Kopieren Sie ihn jetzt: Er wird nicht noch einmal gezeigt. Wer ihn hat, kann tun, was Sie gewählt haben.
copy = Kopieren
copied = Kopiert.
delete-key = Löschen
delete-key-text = Das Programm mit diesem Schlüssel wird sofort ausgesperrt.

## Assistants

assistants = Assistenten
assistants-text = Ein Assistent liest oder ändert Ihre Reisen ohne Ihr Passwort. Ihr Konto kann er nicht ändern, Reisen weder teilen noch löschen.
end-assistant = Beenden
end-assistant-text = Der Assistent wird sofort ausgesperrt.
allow = Erlauben
no-application = Nach dieser Anwendung kann nicht gefragt werden
no-application-text = Die Adresse, die sie beschreibt, fehlt, ist nicht lesbar, oder die Anwendung verlangt etwas, das es hier nicht gibt. Nichts wurde erlaubt, und Sie wurden nirgendwohin geleitet.

## Confirming an address

confirm-title = Ist das Ihre E-Mail-Adresse?
confirm-button = Adresse bestätigen
is-confirmed = Diese Adresse ist bestätigt.
not-confirmed = Ihre E-Mail-Adresse ist noch nicht bestätigt. Bis dahin können Sie sich nicht mit ihr anmelden und kein neues Passwort per Mail bekommen. Suchen Sie unsere Mail, oder lassen Sie sie noch einmal senden.
confirm-again = Mail noch einmal senden
undo-email-title = Ihre E-Mail-Adresse zurückholen?
undo-email-button = Zurückholen und alle Sitzungen beenden
current-for-email = Nötig, um die E-Mail-Adresse zu ändern oder zu entfernen.
sign-in-too-old = braucht eine Anmeldung aus den letzten zehn Minuten: Melden Sie sich ab und wieder an

## Refusing invitations

refuse-title = Keine Einladungen per Mail mehr?
refuse-text = Danach kann niemand mehr über diesen Dienst eine Einladung an die Adresse senden, deren Mail Sie hierher geführt hat. Links, die man Ihnen gibt, funktionieren weiter.
refuse-button = Keine mehr senden
is-refused = Diese Adresse bekommt von diesem Dienst keine Einladungen mehr.

## A forgotten password

forgotten = Passwort vergessen?
forgotten-lead = Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein. Gibt es ein solches Konto mit bestätigter Adresse, senden wir dorthin einen Link für ein neues Passwort.
forgotten-sent = Wenn es ein solches Konto gibt und seine Adresse bestätigt ist, ist eine Mail unterwegs. Ihr Link gilt eine Stunde. Nichts angekommen? Sehen Sie im Spam nach, oder versuchen Sie es später: Pro Stunde werden nur wenige Mails gesendet.
forgotten-no-mail = Dieser Dienst sendet keine Mails. Für ein neues Passwort fragen Sie
the-operator = die Betreiber
login = Benutzername oder E-Mail
send-link = Link senden
reset-title = Neues Passwort wählen
reset-lead = Es meldet alle Geräte ab.

## Elsewhere

mail-language = Sprache der Seiten und Mails
language-of-browser = Wie mein Browser
invite-by-mail = Senden an (E-Mail-Adresse, optional)

## Signing in elsewhere

send-when-signed-in = Melden Sie sich dort im neuen Tab an, kommen Sie dann hierher zurück und senden Sie Ihre Eingaben noch einmal.
sign-in-not-begun = Diese Anmeldung hat nicht in diesem Browser begonnen oder mehr als zehn Minuten gedauert. Versuchen Sie es noch einmal.
sign-in-cancelled = Sie haben die Anmeldung dort abgebrochen.
sign-in-failed = Die Anmeldung hat dort nicht geklappt. Versuchen Sie es noch einmal.
undo-joining = Rückgängig

## The people of a trip

people = Leute
make-owner = Reise übergeben
leave = Reise verlassen
leave-title = Diese Reise verlassen?
leave-text = Sie sehen sie nicht mehr. Zurück kommen Sie nur durch die Reiseleitung oder eine Einladung. Was Sie mitgetragen und bezahlt haben, bleibt in den Kosten.
make-editor = Bearbeiten erlauben
make-viewer = Nur lesen lassen
no-account = kein Konto
add-by-name = Mit Namen hinzufügen
add-by-name-hint = Für Kosten, die jemand ohne Konto mitträgt. Später kann die Person über eine Einladung dazukommen und sagen, wer sie ist.
name-of-person = Name
rename = Umbenennen
party-in-use = Eine Ausgabe oder Zahlung nennt diese Person. Ändern Sie das zuerst.
nobody-of-that-name = niemand hier hat diesen Benutzernamen. Senden Sie stattdessen einen Einladungslink: Wer ihn öffnet, kann mitmachen, mit bestehendem oder neuem Konto
on-trip-already = ist schon dabei
remove-person-text = Die Person sieht die Reise nicht mehr. Was sie mitgetragen und bezahlt hat, bleibt in den Kosten.
hand-over-text = Wer die Reise übernimmt, entscheidet, wer dabei ist, und darf sie löschen. Sie bleiben dabei und dürfen bearbeiten. Freigabelinks und Einladungen enden.
invitations = Einladungen
invitations-text = Wer den Link öffnet, kann mitreisen; er gilt 14 Tage.
invitation = Einladungslink
invite = Per Link einladen
invite-to-read = Nur zum Lesen einladen
share-address = Senden

## An error page for visitors who are signed in

not-yours = Diese Seite gibt es nicht, oder sie ist nicht für Sie bestimmt. Wenn jemand mit Ihnen reist, bitten Sie um einen Einladungslink.

## Joining by an invitation

which-are-you = Wer davon sind Sie?
which-are-you-hint = Was unter diesem Namen geteilt und bezahlt wurde, wird Ihres.
none-of-these = Niemand davon
join = Mitmachen
sign-up-and-join = Mit neuem Konto mitmachen
sign-in-and-join = Ich habe ein Konto
party-taken = Gerade hat jemand anders gesagt, diese Person zu sein. Wählen Sie noch einmal.

## Messages of finished edits

done-saved = Gespeichert.
done-added = Hinzugefügt.
done-created = Angelegt. Beginnen Sie mit dem, was feststeht.
done-removed = Entfernt.
done-moved = Verschoben.
done-shifted = Alle Tage sind verschoben.
done-ticked = Erledigt.
done-imported = Importiert.
done-paid = Als bezahlt erfasst.
done-paid-already = Das war schon als bezahlt erfasst.
done-not-owed = Nichts wurde erfasst: Wer wem schuldet, hat sich geändert, seit diese Seite geöffnet wurde.
done-undone = Rückgängig gemacht.
done-uploaded = Hochgeladen.
done-deleted = Die Reise ist gelöscht.
done-key-deleted = Der Schlüssel ist gelöscht.
done-assistant-ended = Der Assistent ist ausgesperrt.
done-shown = Das gibt es schon, und es wird nur einmal gezeigt. Wenn Sie es nicht kopiert haben, legen Sie es neu an.
done-ended = Der Link ist beendet.
done-invited = Der Link ist fertig: Kopieren oder senden Sie ihn.
done-joined = Sie sind bei der Reise dabei.
done-left = Sie haben die Reise verlassen.
done-identity = Verbunden. Von jetzt an können Sie sich so anmelden.
done-password = Das Passwort ist geändert.
done-confirmed = Ihre E-Mail-Adresse ist bestätigt.
done-email-undone = Das Konto hat wieder diese Adresse, und alle Sitzungen sind beendet. Wählen Sie ein neues Passwort: Fordern Sie es hier an.
done-mailed = Die Mail ist unterwegs.
done-signed-out = Sie sind abgemeldet.
done-account-deleted = Das Konto ist gelöscht.

## Errors

error-not-found = Hier ist nichts
error-not-permitted = Nicht erlaubt
error-refused = Abgelehnt
error-method = Hier nicht möglich
error-too-large = Zu groß
error-too-many = Zu viele Anfragen
error-busy = Bitte noch einmal versuchen
error-client = Das hat nicht geklappt
error-server = Etwas ist schiefgegangen
error-not-found-text = Diese Seite gibt es nicht, oder sie ist nicht für Sie bestimmt. Wenn jemand sie mit Ihnen geteilt hat, melden Sie sich an.
error-not-permitted-text = Ihr Konto darf das nicht. Vielleicht ein anderes.
error-too-many-text = Warten Sie einen Moment, und versuchen Sie es dann noch einmal.
error-refused-text = Laden Sie die Seite neu, und versuchen Sie es dann noch einmal.
error-too-large-text = Wählen Sie eine kleinere Datei, oder senden Sie weniger auf einmal.
error-busy-text = Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.
error-other-text = Gehen Sie zurück, und versuchen Sie es noch einmal.

## Categories of costs

category-activities = Aktivitäten
category-accommodation = Unterkunft
category-food = Essen und Restaurants
category-transportation = Transport
category-gifts = Geschenke und Souvenirs
category-other = Sonstiges

## Formats of files

format-ics = Kalender (iCalendar)
format-gpx = Wegpunkte und Routen (GPX)
format-kml = Karte (KML)
format-geojson = Karte (GeoJSON)
format-csv = Kosten (CSV)
format-settlement = Wer schuldet wem, Zeile für Zeile (CSV)
format-zip = Alles (Archiv)

## Roles

role-owner = Reiseleitung
role-editor = darf bearbeiten
role-viewer = darf lesen
invited-as-viewer = Sie dürfen alles lesen.
invited-as-editor = Sie dürfen alles lesen und ändern.

## What is wrong with a field, from the pages

refused-empty = darf nicht leer sein
refused-not-one-of-us = muss eine der Personen sein
refused-date = muss ein Datum sein, zum Beispiel 2026-05-01
refused-time = muss ein Datum mit Uhrzeit sein, zum Beispiel 2026-05-01 09:00
refused-point = muss Grad Nord und Ost sein, zum Beispiel 38.6916, -9.2160
refused-base = darf nicht die Währung der Summen sein
refused-after-last-day = darf nicht nach dem letzten Tag liegen
refused-has-rate = hat schon einen Kurs
refused-rate = muss eine Zahl über 0 sein
refused-pair = muss die beiden Währungen nennen, zum Beispiel 1 GBP = 195 JPY
refused-other-currency = muss die Währung dieses Kurses sein
refused-same-name = ist schon der Name von jemandem auf dieser Reise: Ergänzen Sie, was beide unterscheidet, zum Beispiel einen Nachnamen
refused-too-many = hat zu viele Einträge

## Sentences

sentence = { $text }.
two-amounts = kann { $first } oder { $second } bedeuten; bitte eines davon eingeben
day-number = Tag { $number }
and-more = … und { $count } weitere
empty-days = Tag { $from } bis { $to }: nichts geplant
add-to-day = Zu Tag { $number } hinzufügen
night = Nacht { $number } von { $nights }
day-of = Tag { $number } von { $days }
item-not-on-map = { $name } ist nicht auf der Karte.
photo = Foto { $number }
about = etwa { $amount }
label-of = { $label }: { $name }
before-value = { $label }:
edit-of = { $name } bearbeiten
remove-of = { $name } entfernen
removal-of = { $name } von der Reise nehmen?
handover-to = Die Reise an { $name } übergeben?
invited-by = { $name } lädt Sie zu dieser Reise ein.
delete-of = { $name } löschen?
further-warnings = und { $number } weitere, die in der Vorschau der Datei stehen
mark-paid-of = Als bezahlt markieren: { $from } an { $to }
owes = { $from } schuldet { $to } { $amount }
has-paid = { $from } hat { $to } { $amount } bezahlt
unconverted = Nicht in den Summen, weil für die Währung ein Kurs fehlt: { $amount }
worth-of-one = 1 { $currency } in { $base } oder 1 { $base } in { $currency }
rate-into = Kurs in { $base }
usual-rate = Ohne Angabe gilt der Referenzkurs vom { $day }: { $rate }
far-rate = bedeutet { $typed }, der Referenzkurs ist aber { $usual }: andere Richtung wählen, berichtigen oder ankreuzen, wenn es so gemeint ist
amount-of = { $currency }, die { $from } an { $to } zahlt
currency-hint = In ihr stehen alle Summen der Reise. Ohne Angabe: { $base }
empty-currency = Ohne Angabe: { $base }
times-in = Zeit in { $zone }
share-of = Anteil von { $name }
paid-by = { $name } hat bezahlt
several-paid = { $names } haben bezahlt
refunded-to = Erstattet an { $names }
part-paid = { $names }: { $part } von { $total } bezahlt
left-out = Nicht in diesen Summen, weil der Wechselkurs nicht bekannt ist: { $amount }
payment-to = Zahlung an { $name }
payment-from = Zahlung von { $name }
gets-back = Hat { $amount } mehr als den eigenen Anteil bezahlt.
owes-still = Hat { $amount } weniger als den eigenen Anteil bezahlt.
owes-no-more = Danach schuldet { $name } nichts mehr.
owes-besides = { $name } schuldet außerdem { $amount }.
gets-no-more = { $name } hat dann alles zurück.
gets-besides = { $name } bekommt außerdem { $amount }.
at-own-rate = { $amount } zu { $rate }, dem Kurs dieser Reise
at-paid-rate = { $amount } zu { $rate }, dem Kurs der Zahlungen
at-reference-rate = { $amount } zu { $rate }, dem Referenzkurs vom { $day }
key-used = zuletzt benutzt am { $day }
until = bis { $day }
stale = { $name } hat hier inzwischen dasselbe geändert. Ihre Eingaben stehen unten, die anderen daneben. Speichern Sie noch einmal, um diese zu ersetzen.
changed-by = { $name } hat { $what } geändert
added-by = { $name } hat { $what } hinzugefügt
removed-by = { $name } hat { $what } entfernt
moved-by = { $name } hat { $what } verschoben: { $when }
form-changed-by = { $name } hat geändert, was dieses Formular zeigt. Ihre Eingaben bleiben: Beim Speichern bleibt beides erhalten; gefragt wird nur, wo Sie dasselbe geändert haben.
local-time = Ortszeit, { $difference }
from-time = ab { $time }
until-time = bis { $time }
number-of-people =
    { $number ->
        [one] { $number } Person
       *[other] { $number } Personen
    }
number-of-stops =
    { $number ->
        [0] nichts geplant
        [one] { $number } Stopp
       *[other] { $number } Stopps
    }
still-pays-outside = { $name } hat { $amount } einer Erstattung erhalten, die noch auf niemanden aufgeteilt ist
gets-from-outside = { $name } hat { $amount } bezahlt, die noch auf niemanden aufgeteilt sind
joined-of = { $used } von { $uses } beigetreten
number-joined = { $used } beigetreten
confirm-text = Das Konto { $username } hat die Adresse { $email }. Wenn beides Ihres ist, bestätigen Sie es.
undo-email-text = Das Konto { $username } hatte vorher die Adresse { $email }. Wenn jemand anderes sie geändert hat, holen Sie sie zurück. Alle, die an dem Konto angemeldet sind, werden abgemeldet.
allow-title = Darf { $name } Ihre Reisen nutzen?
allow-text = Die Anwendung von { $host } möchte für das Konto { $username } handeln. Wie sie sich nennt, hat niemand geprüft: Achten Sie auf die Adresse.
allow-back = Mit Ihrer Erlaubnis werden Sie zu { $host } zurückgeleitet.
sign-in-with = Mit { $name } anmelden
join-with = Mit { $name } verbinden
provider-away = { $name } antwortet gerade nicht. Versuchen Sie es bald noch einmal.
not-joined = Verbinden Sie dieses Konto mit Ihrem Konto bei { $name }, um sich von da an damit anzumelden.
joined-on = Verbunden am { $date }: Sie können sich mit { $name } anmelden.
only-way = Das lässt sich nicht rückgängig machen: { $name } ist der einzige Weg, sich bei diesem Konto anzumelden.
identity-invalid = Die Antwort von { $name } ist ungültig. Versuchen Sie es noch einmal.
identity-not-in-group = Ihr Konto bei { $name } darf diesen Dienst nicht nutzen. Fragen Sie die Betreiber.
identity-unknown = Kein Konto hier ist mit Ihrem Konto bei { $name } verbunden. Wenn Sie eines haben, melden Sie sich mit dessen Passwort an und verbinden Sie beide auf der Seite Konto; sonst registrieren Sie sich zuerst.
identity-unknown-here = Kein Konto hier ist mit Ihrem Konto bei { $name } verbunden. Fragen Sie die Betreiber dieses Dienstes.
identity-taken = Ihr Konto bei { $name } ist mit einem anderen Konto hier verbunden, oder dieses mit einem anderen dort. Heben Sie das zuerst auf.

## Reasons of the domain and of the service, which pages show at their fields

reason-not-negative = darf nicht negativ sein
reason-refund = darf bei einer Erstattung nicht über 0 liegen
reason-sign = muss dasselbe Vorzeichen haben wie die anderen Kosten und Zahlungen
reason-number = muss eine Zahl sein
reason-too-large = ist eine zu große Zahl
reason-at-most = darf höchstens { $first } sein
reason-at-least = muss mindestens -{ $first } sein
reason-currency = muss ein Währungscode nach ISO 4217 sein, zum Beispiel „CAD“
reason-nul = darf kein NUL-Zeichen enthalten
reason-zone = muss der Name einer Zeitzone sein, zum Beispiel „Europe/Lisbon“
reason-point = muss ein Punkt auf der Erde sein
reason-from-one = muss mindestens 1 sein
reason-http = muss eine http- oder https-Adresse sein
reason-link = muss eine http-, https- oder mailto-Adresse sein
reason-rate = muss eine Zahl über 0 sein, zum Beispiel „0.62“
reason-above-zero = muss über 0 sein
reason-email = muss eine E-Mail-Adresse sein
reason-years = muss in den Jahren 1 bis 9999 liegen
reason-past = darf nicht in der Vergangenheit liegen
reason-section = braucht mindestens einen Teil
reason-trip = braucht mindestens eine Reise
reason-trips = darf höchstens { $first } Reisen nennen
reason-username = muss aus 1 bis 39 Buchstaben (a bis z), Ziffern, „_“, „.“ oder „-“ ohne Leerzeichen bestehen und darf nicht mit einem der letzten beiden beginnen
reason-day = muss ein Tag sein, zum Beispiel „2026-05-01“
reason-time = muss eine Zeit sein, zum Beispiel „2026-05-01T09:00:00Z“
reason-digits = darf höchstens { $first } Ziffern haben
reason-places = darf höchstens { $first } Nachkommastellen haben
reason-no-places = muss eine ganze Zahl sein, denn diese Währung hat keine Nachkommastellen
reason-characters = darf höchstens { $first } Zeichen haben
reason-length = muss { $first } bis { $second } Zeichen haben
reason-entries = darf höchstens { $first } Einträge haben
reason-with-owner = darf höchstens { $first } Personen haben, die Reiseleitung eingeschlossen
reason-people = dürfen höchstens { $first } Personen sein
reason-photos = darf höchstens { $first } Fotos haben
reason-items = kann nicht hinzugefügt werden: Die Reise hat { $first } Einträge
reason-left = muss zusammen { $first } ergeben: { $second } fehlt
reason-excess = muss zusammen { $first } ergeben: { $second } ist zu viel
reason-parts = braucht für jemanden eine Zahl, wenn nicht gleichmäßig geteilt wird
reason-somebody = muss mindestens eine Person sein
reason-end = darf nicht vor dem Beginn liegen
reason-start = darf nicht nach dem Ende liegen
reason-low = darf nicht über der oberen Schätzung liegen
reason-high = darf nicht unter der unteren Schätzung liegen
reason-shift = muss eine ganze Zahl von -{ $first } bis { $second } sein
reason-payer = darf nicht die Person sein, die bezahlt hat
reason-base = darf nicht die Währung der Reise sein
reason-twice = darf nicht zweimal vorkommen
reason-no-mail = nicht möglich: Dieser Dienst sendet keine Mails
reason-recipient-limit = bekommt vorerst keine Einladungen per Mail mehr: Laden Sie ohne Adresse ein, und senden Sie den Link selbst
reason-room = in Ihrem Konto ist kein Platz für die Bilder
reason-trip-room = in Ihrem Konto ist kein Platz für die Reise
reason-member-of = wäre mehr als die { $first } Mitgliedschaften, die ein Konto haben oder vergeben kann
reason-owner-of = wäre mehr als die { $first } Reisen, die einem Konto gehören können
reason-no-trip = ist keine Ihrer Reisen
reason-own-trip = ist Ihre eigene Reise
reason-handed-over = gehört Ihnen: Wer sie Ihnen übergeben hat, ist nicht mehr dabei
reason-invitations = eine Reise hat höchstens { $first } Einladungen
reason-links = eine Reise hat höchstens { $first } Links
reason-nested = ist zu tief verschachtelt oder lässt zu viele Formatierungen offen
reason-no-rate = hat in dieser Reise keinen Kurs, und es gibt keinen Referenzkurs für diesen Tag oder davor
reason-payments = eine Reise hat höchstens { $first } erfasste Zahlungen
reason-member = muss eine Person der Reise sein
reason-no-member = ist nicht mehr bei der Reise dabei
reason-visible-trip = muss eine Reise sein, die Sie sehen können
reason-files = dürfen höchstens { $first } Dateien sein

## What an import says of a file

warning-overlay = ein Overlay oder ein Link fehlt
warning-area = eine Fläche oder eine Linie fehlt
warning-place-dates = die Daten eines Ortes fehlen
warning-time = eine Zeit fehlt: sie ist unlesbar
warning-feature = was weder Punkt noch Linie ist, fehlt
warning-point = ein Punkt hat keine gültigen Koordinaten
warning-lines = eine Linie fehlt: eine Reise hat höchstens { $first }
warning-short-line = eine Linie aus weniger als zwei Punkten fehlt
warning-simplified = eine Linie ist vereinfacht
warning-no-end = ein Eintrag, der vor seinem Beginn endet, hat kein Ende
warning-places = die Orte nach den ersten { $first } sind Kartenpunkte
warning-dates = die Daten fehlen: der Beginn liegt nach dem Ende
warning-location-dates = die Daten eines Ortes fehlen: der Beginn liegt nach dem Ende
warning-descriptions = Kartenpunkte haben keine Beschreibung
warning-shortened = ein Text ist gekürzt
warning-picture = ein Bild fehlt
warning-file = eine Datei des Archivs gehört nicht zur Reise
warning-repeats = von einem Serientermin bleibt nur der erste Termin
warning-cancelled = ein abgesagter Termin fehlt
warning-unreadable = ein Termin, der nicht lesbar ist, fehlt
warning-unknown-zone = ein Termin in einer unbekannten Zeitzone fehlt
warning-unreadable-end = ein Ende, das nicht lesbar ist, fehlt
warning-old-version = eine ältere Fassung eines Termins fehlt
warning-repeats-left = von einem Serientermin bleibt nur der erste Termin, der nicht ausgenommen ist
warning-other-hour = die Uhrzeit bleibt, wie sie geschrieben ist, nicht wie die Zeitzone der Datei sagt
warning-zone-begins = die Zeitzone der Datei beginnt später, ihre erste Abweichung von UTC gilt
warning-startless = ein Termin ohne Beginn fehlt
warning-never = ein Serientermin, der nie stattfindet, fehlt
warning-floating = eine Zeit ohne Zeitzone gilt am Ort selbst
warning-line = eine unlesbare Zeile fehlt
warning-todo = eine Aufgabe fehlt
warning-journal = ein Tagebucheintrag fehlt
warning-component = was kein Termin ist, fehlt
warning-unnamed = die Datei hat keinen Namen: die Reise heißt „Imported trip“
warning-archive = Notizen, Listen, Ausgaben und Zahlungen eines Archivs fehlen
warning-found = nach dem Namen gefunden, ohne Koordinaten in der Datei: { $first }
warning-lost = nicht gefundene Orte: { $first }
warning-early = Einträge vor dem ersten Tag, nach dem letzten angefügt: { $first }
warning-known-items = Einträge, die schon in der Reise sind und darum fehlen: { $first }
warning-known-lines = Linien, die schon in der Reise sind und darum fehlen: { $first }
warning-known-payments = Zahlungen, die fehlen, weil sie schon in der Reise sind: { $first }
warning-kept = was hier seither geändert wurde, bleibt
warning-still-there = eine stornierte Buchung steht noch in der Reise
warning-photos = eine Reise hat höchstens { $first } Fotos: die übrigen fehlen
warning-unreadable-pictures = Bilder, die fehlen, weil sie nicht lesbar sind: { $first }
warning-no-room = Bilder, die fehlen, weil das Konto keinen Platz hat: { $first }
warning-no-trip = ein Termin gehört zu keiner Reise des Kalenders
warning-unreadable-line = eine Linie ist nicht lesbar und fehlt
warning-payer = wer bezahlt hat, fehlt
warning-line-left-out = eine Linie fehlt
warning-lists = Listen fehlen: eine Reise hat zu viele
warning-new-trips = neue Reisen: { $first }
warning-visit = ein Besuch außerhalb der Reisedaten fehlt
warning-costs-date = ein Datum, das nicht lesbar ist, fehlt
warning-costs-currency = was in einer unbekannten Währung ist, fehlt
warning-costs-nothing = eine Ausgabe ohne Betrag fehlt
warning-costs-sum = die Anteile einer Ausgabe ergeben nicht, was bezahlt wurde
warning-costs-names = Personen mit gleichem Namen haben eine Nummer
warning-costs-totals = Salden weichen von den Summen der Datei ab
warning-costs-uneven = Salden, die nicht aufgehen, sind so gerundet, dass die Summe stimmt
warning-costs-signs = bei Beträgen mit beiden Vorzeichen zählt, was für jede Person übrig bleibt
warning-costs-row = eine Zeile, die nicht lesbar ist, fehlt
warning-costs-own = eine Ausgabe, durch die niemand etwas schuldet, fehlt
warning-costs-payers = mehrere haben bezahlt, und bei jeder Person zählt, was für sie übrig bleibt
warning-costs-deleted = eine gelöschte Ausgabe fehlt
warning-costs-groups = die Ausgaben mehrerer Gruppen sind eine Reise
warning-costs-usual-currency = die Währung steht nicht in der Datei; es gilt die übliche
warning-costs-left = jemand, der die Gruppe verlassen hat, hat in der Datei keinen Namen
warning-costs-payer = wer bezahlt hat, steht nicht in der CSV-Datei von Spliit, aber in der JSON-Datei
warning-costs-weights = Gewichte stehen nicht in der Datei und gelten als eins
warning-unset-clock = eine Zeit vor 1980 fehlt
warning-route-text = der Text eines Punktes einer Route fehlt
reason-import-format = muss ein Archiv dieses Dienstes, GPX, KML, KMZ, GeoJSON, iCalendar, eine Buchung (Nachricht, Pass, Seite, JSON-LD oder Text einer Bordkarte) oder ein Export von Splitwise, Spliit, ihatemoney, Cospend, Tricount, Google Takeout, TripIt, Polarsteps, AdventureLog oder TRIP sein
warning-booking-cancelled = eine stornierte Buchung ist ausgelassen
warning-booking-subject = eine Buchung sagt nicht, wofür sie ist
warning-booking-kind = eine Buchung unbekannter Art ist ausgelassen
warning-booking-time = eine unlesbare Zeit ist ausgelassen
warning-booking-price = ein unlesbarer Preis ist ausgelassen
warning-booking-package = der gemeinsame Preis mehrerer Buchungen ist ausgelassen
warning-booking-price-once = ein Preis, der bei mehreren Buchungen steht, zählt einmal
warning-booking-end = ein Ende vor seinem Beginn steht in der Beschreibung
warning-booking-event = ein Termin ist ausgelassen, weil eine Buchung der Nachricht dann beginnt
warning-booking-json = unlesbares JSON-LD ist ausgelassen
warning-booking-page = eine Seite ist zu verschachtelt: was darin folgt, ist ausgelassen
warning-booking-bytes = Seiten und Pässe nach den ersten { $first } Bytes sind ausgelassen
warning-mail-parts = Teile der Nachricht nach den ersten { $first } oder tiefer als { $second } sind ausgelassen
warning-mail-calendar = ein Kalender der Nachricht ist ausgelassen
warning-mail-pass = ein angehängter Pass ist ausgelassen
warning-mail-pdf = ein PDF der Nachricht wird nicht gelesen
warning-mail-damaged = ein beschädigter Teil der Nachricht ist ausgelassen
warning-pass-bundle = ein Pass des Bündels ist ausgelassen
warning-pass-timeless = ein Pass sagt nicht, wann er gilt
warning-pass-boarding = die Uhrzeit eines Passes ist vielleicht die des Einsteigens
warning-boarding-day = eine Bordkarte sagt nicht ihren Tag
warning-boarding-cut = eine Bordkarte ist abgeschnitten oder beschädigt; ausgelassene Flüge: { $first }
reason-import-unreadable = die Datei ist nicht lesbar
reason-import-cut-off = das Archiv ist abgeschnitten
reason-import-early-end = der Kalender endet zu früh
reason-import-document-end = das Dokument endet zu früh
reason-import-no-manifest = das Archiv ist weder eines von Wayfare noch ein KMZ
reason-import-not-utf8 = der Kalender ist nicht in UTF-8 gespeichert
reason-import-document-type = Dokumenttypen (DOCTYPE) sind nicht erlaubt
reason-import-encrypted = das Archiv ist verschlüsselt
reason-import-archive-size = das Archiv ist zu groß
reason-import-file-size = die Datei ist zu groß
reason-import-malformed = das Dokument ist beschädigt
reason-import-damaged = das Archiv ist beschädigt
reason-import-items = darf höchstens { $first } Einträge haben
reason-import-places = darf höchstens { $first } Orte haben
reason-import-folders = darf höchstens { $first } Ordner haben
reason-import-unbegun = im Kalender endet ein Teil, der nicht begonnen hat
reason-import-nesting = der Kalender ist zu tief verschachtelt
reason-import-elements = Elemente sind tiefer als { $first } Ebenen verschachtelt
reason-import-zone-changes = die Zeitzonen haben zu viele Umstellungen
reason-import-zones = der Kalender hat zu viele Zeitzonen
reason-import-attribute = ein Attribut enthält eine Entität
reason-import-entities = Entitäten sind nicht erlaubt
reason-import-geojson = muss eine FeatureCollection von GeoJSON sein
reason-import-features = darf nur Features enthalten
reason-import-wgs = muss in WGS { $first } sein: Grad der Länge und der Breite
reason-import-encoding = die Zeichenkodierung des Dokuments ist unbekannt
reason-import-other-archive = ist kein Archiv einer Reise
reason-import-version = ist ein Archiv der Version { $first }, dieser Dienst kennt sie bis { $second }
reason-import-repeated = das Archiv enthält einen Pfad zweimal
reason-import-unsafe = das Archiv enthält einen unsicheren Pfad
reason-import-picture = enthält ein beschädigtes Bild
reason-import-unpacked = darf entpackt höchstens { $first } Bytes haben
reason-import-entries = darf entpackt höchstens { $first } Dateien haben
reason-import-refused = die Datei enthält etwas, das eine Reise nicht haben kann
reason-import-no-expenses = ist ein Export von Splitwise ohne Ausgaben: exportieren Sie stattdessen die Gruppe als CSV
reason-import-trip-server = ist die Sicherung eines ganzen TRIP-Servers: erstellen Sie stattdessen eine in den Einstellungen eines Kontos
reason-import-takeout = ist ein Archiv von Google Takeout: entpacken Sie es, und senden Sie Saved Places.json oder eine CSV-Datei
reason-import-no-trip = muss eine Reise enthalten
reason-import-trips = darf höchstens { $first } Reisen enthalten
reason-import-plan = ist ein Zahlungsplan von ihatemoney oder Cospend: exportieren Sie stattdessen die Rechnungen oder das Projekt
reason-import-costs = ist ein Export geteilter Kosten, der nicht lesbar ist; exportieren Sie ihn noch einmal und senden Sie ihn unverändert
reason-import-sharers = darf keine Ausgabe haben, die sich mehr als { $first } Personen teilen
reason-import-pdf = ist ein PDF, das nicht gelesen wird: importieren Sie stattdessen Nachricht, Kalender, Pass oder Seite der Buchung
reason-import-outlook = ist eine Nachricht von Outlook (.msg), die nicht gelesen wird: speichern Sie sie als .eml und importieren Sie diese
reason-import-image = ist ein Bild, das nicht gelesen wird: importieren Sie Nachricht, Kalender oder Pass der Buchung oder den Text des Codes einer Bordkarte
reason-import-mail = ist eine Nachricht ohne Buchung (als JSON-LD oder Mikrodaten, Kalender oder Pass); importieren Sie stattdessen Kalender, Pass oder Seite der Buchung oder leiten Sie die erste Nachricht des Absenders als Anhang weiter
reason-import-page = ist eine Seite ohne Buchung (nach schema.org als JSON-LD oder Mikrodaten); importieren Sie stattdessen Nachricht, Kalender oder Pass der Buchung
reason-import-json-ld = ist JSON-LD ohne Buchung (ein Objekt mit dem Typ einer Buchung nach schema.org)
reason-import-bundle = ist ein Bündel von Pässen ohne Buchung (Bordkarte, Eintrittskarte oder Pass eines Ortes)
reason-import-boarding = ist eine Bordkarte ohne Flug; lesen Sie ihren Code noch einmal ein
reason-import-pass = ist ein Pass, dessen Inhalt unlesbar ist; bitten Sie den Absender noch einmal darum
reason-import-pass-kind = ist ein Pass unbekannter Art
reason-import-shop = ist eine Karte oder ein Gutschein eines Geschäfts und keine Buchung: gelesen werden Bordkarten, Eintrittskarten und Pässe eines Ortes
reason-import-placeless = ist ein Pass ohne Ort und keine Buchung: behalten Sie ihn in Ihrer Wallet
reason-import-zip = ist eine Zip-Datei, die kein Pass ist
