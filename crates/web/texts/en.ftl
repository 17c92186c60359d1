# The texts of the pages, in the words of travellers. Names and amounts stand in the variables.

## Every page

skip = Skip to the content
navigation = Account and trips
my-trips = My trips
account = Account
sign-in = Sign in
sign-up = Sign up
sign-out = Sign out
developers = For developers
credits = Places:
sign-in-and-return = Sign in and come back
to-front = To the front page
gone-or-removed = The trip was deleted, or you are no longer one of its people. What you typed was not saved; copy what you need.
may-not-change = You may no longer change this trip. What you typed was not saved; copy what you need.
discard = Discard what you have typed?
undo = Undo
upload = Upload
unsent = Wayfare could not be reached, so this may be saved already. What you typed is here: try again.
warnings = Please note
saving = Saving…
restored = Restored what you had typed.
unsaved = Typed, but not saved yet:
discard-draft = Discard
saved-on = Saved on
you-are-offline = you are offline
waiting = waiting for the network
offline-title = You are offline
offline-text = Trips that you have opened on this device can be read without network.
saved-trips = Saved on this device
try-again = Try again

## Forms

cancel = Cancel
save = Save
yes = yes
no = no
nothing = nothing
present-value = Now saved:
not-saved = Not saved yet.
see-marked = Please look at the marked entries.
gone = Removed meanwhile
gone-text = Somebody else has removed this since you opened it. What you typed is below.
session-ended = Your session has ended. What you typed is kept: sign in, then save it.
too-long-to-carry = Your session has ended, and this is too long to be carried through the sign-in. Nothing is saved yet: sign in on another tab, then go back to the form and save it.
not-sent = Not sent yet
draft = You have signed in again. Nothing is saved yet: look through it and send it. Passwords are left out.
send-again = Send again
description = Description
add = Add
edit = Edit
remove = Remove
day = Day
start = Start
end = End
location = Location
more = More
say-where = Say where it is
where-it-is = Where it is
is-at = On the map at
not-found-yet = Not on the map yet.
known-street = only its street is known
known-town = only its town is known
known-region = only its region is known
from-stop-before = { $length } from the stop before
look-up-again = Look up again
search-place = Search a place
no-suggestions = No place found. Try another name, or set it on the map.
by-coordinates = By coordinates or on a map
choose = Choose
suggestions = Suggestions
suggested = suggestions
pick-on-map = Tap the map where it is.
no-streets = Tap a name below to see it on a street map.
no-street-map = This service has no street map. Whoever runs it can add one with the setting MAPS.
public-maps = Streets and sights by OpenStreetMap: places that people write or search, and the network addresses of visitors, go to its public services.

## Front page

front-title = Plan the trip together
front-lead = Where to go and in what order, who comes along, what it costs and who has paid. One page for everybody who travels.
front-picture = A route over three places on a map
features = What it does
by-day = Day by day
by-day-text = Every day with its date, places and times in their own zone. Move a stop, a day or the whole trip.
on-map = On the map
on-map-text = Every stop has its number, every day its colour and its way.
fair-shares = Fair shares
fair-shares-text = Who shares what, who has paid, and the fewest payments that settle it.
yours = Yours
yours-text = Private until you share it. No trackers, no ads. Opens without network, too.
developers-title = For programs
developers-text = All of it is an HTTP interface, too.

## Sign-up and sign-in

sign-up-lead = A name that others see, a username that they find you by, and a password.
your-name = Your name
username = Username
username-hint = Up to 39 letters (a to z), digits, dots, hyphens and underscores, no spaces
email-optional = E-mail (optional)
password = Password
password-hint = 8 to 128 characters
has-account = Already have an account?
has-no-account = No account yet?
sign-in-returns = Sign in to continue.
bad-credentials = Username and password do not match.
taken = is taken

## Account

profile = Profile
about-you = About you
interests = Interests
interests-hint = One a line
privacy = Privacy and language
private-account = Others see only my name, username and picture
share-email = The people of my trips see my e-mail address
picture = Picture
your-picture = Your picture
new-picture = New picture
present-password = Present password
new-password = New password
change-password = Change password
wrong-password = is not your password
password-ends-sessions = A new password signs out all other devices.
sessions = Sessions
sessions-text = Signs out all devices, and ends all access of programs and your calendar links.
sign-out-everywhere = Sign out everywhere
delete-account = Delete account
delete-account-lead = With all trips that you own.
delete-account-text = Your account, the trips that you own and their pictures are deleted. You leave all other trips. This can't be undone.
export-account = Your data
export-account-text = A file with your profile, your settings, your pictures and the trips that you are on. Keep it to yourself: it holds your e-mail address.
export-account-file = Download your data

## List of trips

mailbox = Mailbox for bookings
mailbox-text = Forward booking mails to this address. What is read of them waits here until you add it to a trip; the mails themselves are not kept. Whoever knows the address can send you proposals.
proposals = Received bookings
no-proposals = Nothing has come in.
which-trip = Trip
new-trip = New trip
create-trip = Create trip
no-trips = No trips yet
no-trips-text = Give the first one a name. Dates, places and people can wait.
older = Older
trip-name-hint = Such as "A week in Lisbon"
search = Search
search-trips = Search my trips
my-role = My role
all-trips = All trips
nothing-found = No trip has all these words.

## List of trips, copies, dates and photos

trips-under-way = Under way
trips-ahead = Upcoming
trips-undated = Without dates
trips-past = Past
trips-of-others = Others have put you on these trips
trips-of-others-text = They count for you once you keep them, or write to them. Who leaves a trip no longer sees it.
keep-trips = Keep the ticked ones
leave-trips = Leave the ticked ones
copy-trip = Copy this trip
copy-lead = Makes a new trip of your own. Payments, links and booking numbers stay here.
copy-start-hint = All dates move with it. Left empty, they stay.
copy-with = What comes along
make-copy = Make the copy
done-copied = Copied. This is the new trip.
import-into = Add from a file
import-into-lead = What the file holds is added to this trip: items on their dates or after the last day, places, locations and lines on the map. Of what is here, only items of the same booking change.
plan-if-first-day-changes = If the first day changes, what is planned
plan-moves = moves with it
plan-stays = stays on its dates
remove-ticked = Remove ticked
back-to-photos = All photos
previous = Previous
next = Next
caption = Caption
use-as-main = Use as the picture of the trip
photo-sooner = Move forward
photo-later = Move back
in-days =
    { $days ->
        [1] Tomorrow
       *[other] In { $days } days
    }
day-of-trip = Day { $day } of { $days }
photo-of = Photo { $number } of { $total }
choose-of = Choose { $name }
remove-photos =
    { $number ->
        [one] Remove { $number } photo
       *[other] Remove { $number } photos
    }
not-a-picture = “{ $file }” is not a picture that can be added. Choose JPEG, PNG, WebP or GIF.
picture-too-large = “{ $file }” is too large: 20 MiB and 50 megapixels at most.
added-of-file =
    Added to this trip: { $items ->
        [one] { $items } item in the itinerary
       *[other] { $items } items in the itinerary
    }, { $places ->
        [one] { $places } place on the map
       *[other] { $places } places on the map
    }{ $tracks ->
        [0] {""}
        [one] , { $tracks } track
       *[other] , { $tracks } tracks
    }, { $photos ->
        [one] { $photos } photo
       *[other] { $photos } photos
    }.
outside-dates =
    { $number ->
        [one] { $number } entry lies outside the first and last day:
       *[other] { $number } entries lie outside the first and last day:
    }
picture-damaged = “{ $file }” can’t be read: it is damaged or cut short.
nothing-added = Nothing was added.
done-none-ticked = Tick the photos to remove first.

## Import

import = Import
import-trip = Import a trip
import-lead = A file becomes a new trip that only you see.
import-formats = An archive of Wayfare (.zip), GPX, KML, KMZ, GeoJSON, iCalendar, a booking (mail, pass, page, JSON-LD or the text of a boarding pass), or an export of Splitwise, Spliit, ihatemoney, Cospend, Tricount, Google Takeout, TripIt, Polarsteps, AdventureLog or TRIP, of at most 20 MiB; archives of trips at most 512 MiB
file = File
no-file = Choose a file first.
not-imported = The file was not imported, and nothing was kept.
import-too-large = The file is too large: at most 20 MiB, archives of trips 512 MiB.
preview = Preview
preview-hint = Nothing is saved yet. If it looks right, import it. If the file is not named below any more, choose it again first.
changes = Changes of items that are here
format = Format

## A trip and its settings

no-dates = No dates yet
public = Public
private = Private
trip-name = Name of the trip
first-day = First day
last-day = Last day
is-public = Anybody with the address can read this trip
views = Views of the trip
costs = Costs
lists = Lists
edit-trip = Edit trip
sign-in-to-edit = Sign in to edit
days = Days
changed-last = Last changed
somebody = Somebody
trip-gone = You can't see this trip any more: it was deleted, you were taken off it, or you are signed out.
estimate-from = Expected cost, at least
estimate-to = Expected cost, at most
shift = Move the whole trip
shift-button = Move all days
shift-hint = By how many days? -2 is two days earlier.
delete-trip = Delete trip
delete-trip-text = Its itinerary, budget and pictures are deleted for everybody. This can't be undone.

## Itinerary

itinerary = Itinerary
no-items = Nothing is planned yet.
no-items-editor = Nothing is planned yet. Add what you know first: a flight, a bed, a place to see.
add-item = Add to the itinerary
move = Move
up = Up
down = Down
earlier = A day earlier
later = A day later
duplicate = Duplicate
remove-item = Remove from the itinerary
remove-item-text = Its times and costs go, too.
place-or-title = Place or title
title-hint = A time may stand first: 15:30 Museum
kind = Kind
zone-of-place = Local time of the place
location-hint = An address, a place or coordinates; looked up if left empty
coordinates = Coordinates
coordinates-hint = Degrees north and east, such as 38.6916, -9.2160. Empty: looked up.
end-place = Ends at
end-place-hint = Where travel ends, if its name does not say so
start-zone = Time zone of the start
end-zone = Time zone of the end
zone-hint = A city, such as Lisbon, or a name, such as Europe/Lisbon; empty for that of the place
trip-zone = Time zone
trip-zone-hint = For times without a place: a city, such as Lisbon, or a name, such as Europe/Lisbon
move-to-day = Move to another day
move-hint = Its times move by as many days.
last-of-stay = Last day
photo-links = Links to photos
photo-links-hint = One a line: the address, then what it shows

## Rows of the itinerary

today = Today
confirmation = Confirmation
one-night = 1 night
kind-flight = Flight
kind-train = Train
kind-bus = Bus
kind-car = Drive
kind-ferry = Ferry
kind-walk = Walk
kind-travel = Travel
kind-stay = Stay
kind-food = Food
kind-sight = Sight
kind-activity = Activity
kind-other = Other
duration =
    { $hours ->
        [0] { $minutes } min
       *[other]
            { $minutes ->
                [0] { $hours } h
               *[other] { $hours } h { $minutes } min
            }
    }

## Forms of items

length = Length
length-hint = Like 1:30 or 90 min, in place of an end
time-hint = Like 15:30, local time; for another day, 2026-05-02 15:30
next-day-hint = Local time; before the start is the next day
arrival-hint = Local time there: the first such hour after the departure
departure = Departure
arrival = Arrival
check-in = Check-in
check-out = Check-out
origin = From
target = To
own-title = Title
own-title-hint = Empty for the names of the two places
sure = Yes, I mean that day
refused-clock = type the time like 15:30
refused-length = type the length like 1:30 or 90 min
refused-both = leave one of the two empty: the end or the length
refused-far-day = this is more than 30 days after the last day of the trip: change it, or tick the box if you mean it
refused-far-time = this is more than 30 days away from the trip: check month and year, or tick the box if you mean it
refused-unsure = tick this if you mean it
refused-no-way = say where it starts and where it ends
refused-far-move = this is more than 30 days after the last day of the trip: give the trip a later last day first
done-by-time = It stays where it is: items with a time stand in the order of their times.
error-picture-text = We can't read this as a picture. Choose a JPEG, PNG, WebP or GIF file.
empty-category = { $category } if left empty
moved-to = Moved to day { $day }.
moved-to-time = Moved to day { $day }: it stands by its time, { $time }.

## Budget

base-currency = The trip's currency
money = Costs
cost = Cost
estimate = Estimate
currency = Currency
category = Category
who-paid = Who paid
several = Several, or a part
not-paid-yet = Not paid yet
planned = Planned, not paid yet
refund-hint = For a refund, put a minus before the amount
for-whom = For whom
split = How it is split
split-equally = Equally
split-by-parts = By parts, as 2 : 1
split-by-amounts = By amounts
add-expense = Add an expense
all-costs = All costs
what-for = What for
date = Date
date-optional = Date (optional)
empty-for-today = Today if left empty
remove-expense = Remove this expense
remove-expense-text = What it cost and who paid go, too.
rates = Exchange rates
rates-hint = Left empty: the usual rate
rate-hint = A number, or a fraction such as 1/195.
other-currency = Another currency
use-rate = Use this rate
which-way-round = Which way round
sure-rate = Yes, I mean this rate
budget = Budget
trip-budget = Costs of the whole trip
total-cost = Total
total-paid = Paid
no-costs = No costs yet. Add an expense, or say what something in the itinerary costs.
chart = Costs by category as bars; the table below has the numbers
by-category = By category
by-person = By person
person = Person
nobody-yet = Nobody yet
paid = Paid
expenditures = Other costs
you-owe = You owe
you-get-back = You get back
your-balance = Your balance
you-are-even = You are even
planned-for-you = Planned for you, not paid yet
who-owes-whom = Who owes whom
all-settled = All is settled.
mark-as-paid = Mark as paid
recorded-payments = Recorded payments
not-all-counted = Not everything is counted yet: some amounts need an exchange rate.
how-worked-out = How this was worked out
other-payment = Record a payment
record = Record
to-whom = To whom
amount = Amount
note = Note
beyond-cost = Shared more than it cost
left = Left
excess = Too much
rest = split equally by

## Lists of what is to do

new-list = New list
list-name = Name of the list
list-packing = Packing
list-before-leaving = Before leaving
list-shopping = Shopping
edit-list = Edit list
which-list = List
who-does-it = Who does it
still-to-do = Still to do
tick-several = Tick several
done-entry-gone = Somebody has removed that meanwhile.
refused-lists = is one too many: a trip has at most 20 lists
refused-list-gone = must be another one: somebody has removed this list
new-entry-in = New entry in { $name }
number-done = { $number } done
entries-go =
    { $number ->
        [0] It has no entries.
        [one] Its entry goes, too.
       *[other] Its { $number } entries go, too.
    }

## Lines of the map

tracks = Tracks
remove-track-text = The line goes from the map, for everybody.
track-number = Track { $number }

## To-do, places, photos and notes

todo = To-do
no-todo = Nothing to do.
empty-list = Nothing on this list yet.
done = Done
new-todo = New to-do
todo-entry = To-do
places = Places
no-places = No places yet.
new-place = New place
place-name = Name of the place
edit-place = Edit place
photos = Photos
no-photos = No photos yet.
add-photos = Add photos
first-frame = Of a moving picture, the first frame is kept.
main-picture = Picture of the trip
remove-main-picture = Remove the picture of the trip
notes = Notes
notes-hint = Plain text, with # headings and **bold** words, or simple HTML
remove-photo-text = The picture is deleted for everybody. This can't be undone.
tickets = Tickets and files
add-file = Add a file
files-hint = Tickets, bookings and papers. Only the people of the trip see them; a photo keeps what the camera wrote into it, such as where it was taken.
remove-file-text = The file is deleted for everybody. This can't be undone.

## Booklet

add-notes = Add notes
booklet = Booklet to print
booklet-costs = With costs
booklet-show = Show
booklet-print = Print

## Map and locations

address = Address
map = Map
no-map = Add a place, and it appears here.
map-of-trip = Map of the trip; the list below names its pins
zoom-in = Zoom in
zoom-out = Zoom out
whole-map = Show all
not-on-map = Not on the map
locations = Locations
new-location = Add a location
edit-location = Edit the location
transportation = The way there
way-there = By
distance = Kilometres
minutes = Minutes

## Files and calendar

files = Files and calendar
calendar-feed = Calendar link
calendar-feed-text = A secret link that calendar apps read. A new one replaces the one before.
calendar-once = Copy it now: it is not shown again. Whoever has it can read the calendar.
open-calendar = Open in a calendar
new-address = New address
end-address = Stop sharing
calendar-of-all = Calendar of all trips

## Share links

share-links = Share links
share-links-text = For people without an account: anybody with the link reads the parts you choose.
new-link = New share link
make-link = Make the link
link-label = For whom (a note for you)
link-parts = What it shows
link-expires = Last day (90 days after the trip if left empty)
link-password = Password of the link (optional)
link-has-password = with a password
link-never-ends = without an end
end-link = End this link
shared-trip = Shared trip
shared-password = This trip is shared with a password.
wrong-link-password = This is not the password of the link.
open = Open
share-link = share link
edit-link = Edit the share link
link-last-day = Last day (empty for no end)
link-new-password = New password (empty to keep the present one)
link-no-password = No password any more

## Settlement explained

explained = Who owes whom, step by step
explained-file = These lines as a file (CSV)
for = For
share = Share
in-all = In all
no-rate = no rate
rounding = Rounding
is-even = Has paid exactly their share.

## Keys for programs

key = Key
keys = Keys for programs
keys-text = With a key, a program reads your trips, or changes them, without your password. It can't change your account.
new-key = New key
make-key = Make the key
key-name = What it is for (a note for you)
key-may = What the program may do
key-reads = read
key-writes = read and change
key-trips = With which trips
key-all-trips = all trips
key-some-trips = only those ticked below
key-other-trip = a trip that you are not on
key-last-day = Last day (empty for no end)
key-unused = not used yet
key-never-ends = without an end
key-once = Copy it now: it is not shown again. Whoever has it can do what you chose.
copy = Copy
copied = Copied.
delete-key = Delete
delete-key-text = The program that uses this key is shut out at once.

## Assistants

assistants = Assistants
assistants-text = An assistant reads your trips, or changes them, without your password. It can't change your account, share a trip or delete one.
end-assistant = End
end-assistant-text = The assistant is shut out at once.
allow = Allow
no-application = This application can't be asked about
no-application-text = The address that describes it is missing, can't be read, or asks for something that is not given here. Nothing was allowed, and you were sent nowhere.

## Confirming an address

confirm-title = Is this your e-mail address?
confirm-button = Confirm the address
is-confirmed = This address is confirmed.
not-confirmed = Your e-mail address is not confirmed yet. Until it is, you can't sign in with it, and can't get a new password by mail. Look for our mail, or have it sent again.
confirm-again = Send the mail again
undo-email-title = Take your e-mail address back?
undo-email-button = Take it back and end all sessions
current-for-email = Needed to change or remove the e-mail address.
sign-in-too-old = needs a sign-in of the last ten minutes: sign out and in again

## Refusing invitations

refuse-title = No more invitations by mail?
refuse-text = From then on nobody can send an invitation from this service to the address of the mail that led you here. Links that people give you still work.
refuse-button = Send no more
is-refused = This address gets no more invitations from this service.

## A forgotten password

forgotten = Forgotten your password?
forgotten-lead = Type your username or your e-mail address. If there is such an account with a confirmed address, we send a link to a new password there.
forgotten-sent = If there is such an account, and its address is confirmed, a mail is on its way. Its link is good for an hour. Nothing arrives? Look among unwanted mail, or ask again later: a few mails an hour are sent.
forgotten-no-mail = This service sends no mail. For a new password, ask
the-operator = whoever runs it
login = Username or e-mail
send-link = Send the link
reset-title = Choose a new password
reset-lead = It signs out all devices.

## Elsewhere

mail-language = Language of pages and mails
language-of-browser = As my browser asks for
invite-by-mail = Send it to (an e-mail address, optional)

## Signing in elsewhere

send-when-signed-in = Sign in there in the new tab, then come back to this one and send again what you typed.
sign-in-not-begun = This sign-in did not begin in this browser, or took more than ten minutes. Try again.
sign-in-cancelled = You have cancelled the sign-in there.
sign-in-failed = The sign-in did not work there. Try again.
undo-joining = Undo

## The people of a trip

people = People
make-owner = Make owner
leave = Leave the trip
leave-title = Leave this trip?
leave-text = You no longer see it. Only its owner or an invitation brings you back. What you shared and paid stays in the costs.
make-editor = Let edit
make-viewer = Let only read
no-account = no account
add-by-name = Add by name
add-by-name-hint = For costs that somebody without an account shares. They can come later by an invitation, and say who they are.
name-of-person = Name
rename = Rename
party-in-use = A cost or a payment names this person. Change that first.
nobody-of-that-name = nobody here has this username. Send an invitation link instead: whoever opens it can join, with an account or with a new one
on-trip-already = is on the trip already
remove-person-text = They no longer see the trip. What they shared and paid stays in the costs.
hand-over-text = The new owner decides who is on the trip and may delete it. You stay on it and may edit. Share links and invitations end.
invitations = Invitations
invitations-text = Anybody who opens the link can join the trip, for 14 days.
invitation = Invitation link
invite = Invite by link
invite-to-read = Invite to read only
share-address = Send

## An error page for visitors who are signed in

not-yours = There is no such page, or it is not yours to see. If somebody travels with you, ask them for an invitation link.

## Joining by an invitation

which-are-you = Which of these are you?
which-are-you-hint = What this name shares and has paid becomes yours.
none-of-these = None of these
join = Join
sign-up-and-join = Join with a new account
sign-in-and-join = I have an account
party-taken = Somebody else has just said that this is them. Choose again.

## Messages of finished edits

done-saved = Saved.
done-added = Added.
done-created = Created. Now add what you know first.
done-removed = Removed.
done-moved = Moved.
done-shifted = All days have moved.
done-ticked = Done.
done-imported = Imported.
done-paid = Recorded as paid.
done-paid-already = This was recorded as paid already.
done-not-owed = Nothing was recorded: who owes whom has changed since this page was opened.
done-undone = Undone.
done-uploaded = Uploaded.
done-deleted = The trip is deleted.
done-key-deleted = The key is deleted.
done-assistant-ended = The assistant is shut out.
done-shown = This was made already, and is shown only once. If you did not copy it, make a new one.
done-ended = Sharing has stopped: the link no longer works.
done-invited = The link is ready: copy it, or send it.
done-joined = You are on the trip.
done-left = You have left the trip.
done-identity = Joined. From now on you may sign in that way.
done-password = The password is changed.
done-confirmed = Your e-mail address is confirmed.
done-email-undone = The address is that of the account again, and all sessions have ended. Choose a new password: ask for it here.
done-mailed = The mail is on its way.
done-signed-out = You are signed out.
done-account-deleted = The account is deleted.

## Errors

error-not-found = Nothing here
error-not-permitted = Not permitted
error-refused = Refused
error-method = Not possible here
error-too-large = Too large
error-too-many = Too many requests
error-busy = Please try again
error-client = That did not work
error-server = Something went wrong
error-not-found-text = There is no such page, or it is not yours to see. If somebody has shared it with you, sign in.
error-not-permitted-text = Your account may not do this. Perhaps another one may.
error-too-many-text = Wait a moment, then try again.
error-refused-text = Reload the page, then try again.
error-too-large-text = Choose a smaller file, or send less at once.
error-busy-text = The service is busy. Try again in a moment.
error-other-text = Go back and try again.

## Categories of costs

category-activities = Activities
category-accommodation = Accommodation
category-food = Food and Restaurants
category-transportation = Transportation
category-gifts = Gifts and Souvenirs
category-other = Other

## Formats of files

format-ics = Calendar (iCalendar)
format-gpx = Waypoints and routes (GPX)
format-kml = Map (KML)
format-geojson = Map (GeoJSON)
format-csv = Costs (CSV)
format-settlement = Who owes whom, line by line (CSV)
format-zip = Everything (archive)

## Roles

role-owner = owner
role-editor = editor
role-viewer = may read
invited-as-viewer = You can read everything.
invited-as-editor = You can read and change everything.

## What is wrong with a field, from the pages

refused-empty = must not be empty
refused-not-one-of-us = must be one of the people
refused-date = must be a date, such as 2026-05-01
refused-time = must be a date and a time, such as 2026-05-01 09:00
refused-point = must be degrees north and east, such as 38.6916, -9.2160
refused-base = must not be the currency of the sums
refused-after-last-day = must not be after the last day
refused-has-rate = has a rate already
refused-rate = must be a number above 0
refused-pair = must name the two currencies, such as 1 GBP = 195 JPY
refused-other-currency = must be the currency of this rate
refused-same-name = is the name of somebody on the trip: add what tells them apart, such as a last name
refused-too-many = has too many entries

## Sentences

sentence = { $text }.
two-amounts = could mean { $first } or { $second }, so type it as one of these
day-number = Day { $number }
and-more = … and { $count } more
empty-days = Days { $from } to { $to }: nothing planned
add-to-day = Add to day { $number }
night = Night { $number } of { $nights }
day-of = Day { $number } of { $days }
item-not-on-map = { $name } is not on the map.
photo = Photo { $number }
about = about { $amount }
label-of = { $label }: { $name }
before-value = { $label }:
edit-of = Edit { $name }
remove-of = Remove { $name }
removal-of = Take { $name } off the trip?
handover-to = Make { $name } the owner?
invited-by = { $name } invites you to this trip.
delete-of = Delete { $name }?
further-warnings = and { $number } more, which the preview of the file lists
mark-paid-of = Mark as paid: { $from } to { $to }
owes = { $from } owes { $to } { $amount }
has-paid = { $from } paid { $to } { $amount }
unconverted = Not in the sums, because its currency has no rate: { $amount }
worth-of-one = 1 { $currency } in { $base }, or 1 { $base } in { $currency }
rate-into = Rate into { $base }
usual-rate = Left empty: the reference rate of { $day }, { $rate }
far-rate = says { $typed }, but the reference rate is { $usual }: turn it round, correct it, or tick the box if you mean it
amount-of = { $currency } that { $from } pays { $to }
currency-hint = All sums of the trip are in it. Left empty: { $base }
empty-currency = { $base } if left empty
times-in = Time in { $zone }
share-of = { $name }'s share
paid-by = { $name } paid
several-paid = { $names } paid
refunded-to = Refunded to { $names }
part-paid = { $names } paid { $part } of { $total }
left-out = Not in these sums, because its exchange rate is not known: { $amount }
payment-to = Payment to { $name }
payment-from = Payment from { $name }
gets-back = Has paid { $amount } more than their share.
owes-still = Has paid { $amount } less than their share.
owes-no-more = After that { $name } owes nothing more.
owes-besides = { $name } owes { $amount } besides.
gets-no-more = { $name } then has everything back.
gets-besides = { $name } gets { $amount } besides.
at-own-rate = { $amount } at { $rate }, this trip's own rate
at-paid-rate = { $amount } at { $rate }, the rate of the payments
at-reference-rate = { $amount } at { $rate }, the reference rate of { $day }
key-used = last used { $day }
until = until { $day }
stale = { $name } has changed the same here meanwhile. Your entries are below, with theirs beside them. Save again to replace theirs.
changed-by = { $name } changed { $what }
added-by = { $name } added { $what }
removed-by = { $name } removed { $what }
moved-by = { $name } moved { $what } to { $when }
form-changed-by = { $name } has changed what this form shows. Your entries stay: saving keeps both, and asks where you have changed the same.
local-time = local time there, { $difference }
from-time = from { $time }
until-time = until { $time }
number-of-people =
    { $number ->
        [one] { $number } person
       *[other] { $number } people
    }
number-of-stops =
    { $number ->
        [0] nothing planned
        [one] { $number } stop
       *[other] { $number } stops
    }
still-pays-outside = { $name } has received { $amount } of a refund that nobody shares yet
gets-from-outside = { $name } has paid { $amount } that nobody shares yet
joined-of = { $used } of { $uses } have joined
number-joined = { $used } joined
confirm-text = The account { $username } has the address { $email }. If both are yours, confirm it.
undo-email-text = The account { $username } had the address { $email } before. If somebody else has changed it, take it back. All who are signed in to the account are signed out.
allow-title = Let { $name } use your trips?
allow-text = The application of { $host } asks to act for the account { $username }. What it calls itself, nobody has checked: look at the address.
allow-back = With your consent you are sent back to { $host }.
sign-in-with = Sign in with { $name }
join-with = Join with { $name }
provider-away = { $name } does not answer at the moment. Try again soon.
not-joined = Join this account with your account at { $name }, to sign in with it from then on.
joined-on = Joined on { $date }: you can sign in with { $name }.
only-way = This can't be undone: { $name } is the only way to sign in to this account.
identity-invalid = The answer of { $name } is not good. Try again.
identity-not-in-group = Your account at { $name } may not use this service. Ask whoever runs it.
identity-unknown = No account here is joined with your account at { $name }. If you have one, sign in with its password and join them on the page Account; else sign up first.
identity-unknown-here = No account here is joined with your account at { $name }. Ask whoever runs this service.
identity-taken = Your account at { $name } is joined with another account here, or this one with another account there. Undo that first.

## Reasons of the domain and of the service, which pages show at their fields

reason-not-negative = must not be negative
reason-refund = must not be above 0 in a refund
reason-sign = must have the sign of the other costs and payments
reason-number = must be a number
reason-too-large = is too large a number
reason-at-most = must be at most { $first }
reason-at-least = must be at least -{ $first }
reason-currency = must be an ISO 4217 currency code, such as "CAD"
reason-nul = must not hold a NUL character
reason-zone = must be the name of a time zone, such as "Europe/Lisbon"
reason-point = must be a point on the earth
reason-from-one = must be 1 or more
reason-http = must be an http or https URL
reason-link = must be an http, https or mailto URL
reason-rate = must be a number above 0, such as "0.62"
reason-above-zero = must be above 0
reason-email = must be an e-mail address
reason-years = must be in the years 1 to 9999
reason-past = must not be in the past
reason-section = must name at least one section
reason-trip = must name at least one trip
reason-trips = must name at most { $first } trips
reason-username = must be 1 to 39 letters (a to z), digits, "_", "." or "-" without spaces, and begin with none of the last two
reason-day = must be a day, such as "2026-05-01"
reason-time = must be Unix time or an RFC 3339 time, such as "2026-05-01T09:00:00Z"
reason-digits = must have at most { $first } significant digits
reason-places = must have at most { $first } decimal places
reason-no-places = must be a whole number, as this currency has no decimals
reason-characters = must have at most { $first } characters
reason-length = must have { $first } to { $second } characters
reason-entries = must have at most { $first } entries
reason-with-owner = must have at most { $first } entries, the owner included
reason-people = must be at most { $first } people
reason-photos = must have at most { $first } photos
reason-items = must not be added: the trip has { $first } items
reason-left = must add up to { $first }: { $second } is left
reason-excess = must add up to { $first }: { $second } is too much
reason-parts = must have a number for somebody, unless it is split equally
reason-somebody = must be at least one person
reason-end = must not be before the start
reason-start = must not be after the end
reason-low = must not be above hi
reason-high = must not be below lo
reason-shift = must be a whole number from -{ $first } to { $second }
reason-payer = must not be the one who paid
reason-base = must not be the base currency
reason-twice = must not come twice
reason-no-mail = can't be sent to: this service sends no mail
reason-recipient-limit = gets no more invitations by mail for now: send the link of one without an address
reason-room = there is no room for the pictures in your account
reason-trip-room = there is no room for the trip in your account
reason-member-of = would be more than the { $first } memberships that an account may have or give
reason-owner-of = would be more than the { $first } trips that an account may own
reason-no-trip = is no trip of yours
reason-own-trip = is your own trip
reason-handed-over = is yours: who handed it over to you is no longer on the trip
reason-invitations = a trip has at most { $first } invitations
reason-links = a trip has at most { $first } links
reason-nested = must not nest its elements too deeply, or leave too many formatting elements open
reason-no-rate = has no rate of the trip, and no reference rate of that day or before
reason-payments = a trip has at most { $first } settlements
reason-member = must be a memberId of the trip's budgets or a person of the trip
reason-no-member = is no member of the trip
reason-visible-trip = must be the id of a trip that you can see
reason-files = must have at most { $first } files

## What an import says of a file

warning-overlay = an overlay or a link is left out
warning-area = an area or a line is left out
warning-place-dates = the dates of a place are left out
warning-time = a time is left out: it is malformed
warning-feature = a feature that is no point and no line is left out
warning-point = a point has no valid coordinates
warning-lines = a line is left out: a trip has at most { $first }
warning-short-line = a line of less than two points is left out
warning-simplified = a line is simplified
warning-no-end = an item that ends before it starts has no end
warning-places = the places after the first { $first } are locations of the map
warning-dates = the dates are left out: the start is after the end
warning-location-dates = the dates of a place are left out: the start is after the end
warning-descriptions = locations of the map have no description
warning-shortened = a text is shortened
warning-picture = a picture is missing
warning-file = a file of the archive is not part of the trip
warning-repeats = of a repeating event, only the first occurrence is kept
warning-cancelled = a cancelled event is left out
warning-unreadable = an event that can't be read is left out
warning-unknown-zone = an event in an unknown time zone is left out
warning-unreadable-end = an end that can't be read is left out
warning-old-version = an older version of an event is left out
warning-repeats-left = of a repeating event, only the first occurrence that is left is kept
warning-other-hour = the hour stays as written, not as the file's time zone says
warning-zone-begins = the file's time zone begins later, its first offset is taken
warning-startless = an event without a start is left out
warning-never = a repeating event without an occurrence is left out
warning-floating = a time without a zone is an hour of its place
warning-line = a malformed line is left out
warning-todo = a to-do is left out
warning-journal = a journal entry is left out
warning-component = a component that is no event is left out
warning-unnamed = the file has no name: the trip is called "Imported trip"
warning-archive = the notes, lists, expenditures and payments of an archive are left out
warning-found = located by name, without coordinates in the file: { $first }
warning-lost = places that were not found: { $first }
warning-early = items before the first day, added after the last day: { $first }
warning-known-items = items left out, because each is in the trip already: { $first }
warning-known-lines = lines left out, because each is in the trip already: { $first }
warning-known-payments = payments left out, because each is in the trip already: { $first }
warning-kept = fields that were changed here since stay
warning-still-there = a cancelled reservation is still in the trip
warning-photos = a trip has at most { $first } photos: the others are left out
warning-unreadable-pictures = pictures left out that can't be read: { $first }
warning-no-room = pictures left out, because the account has no room: { $first }
warning-no-trip = an event is of no trip of the calendar
warning-unreadable-line = a line can't be read and is left out
warning-payer = who paid is left out
warning-line-left-out = a line is left out
warning-lists = lists are left out: a trip has too many
warning-new-trips = new trips: { $first }
warning-visit = a visit outside of the trip's dates is left out
warning-costs-date = a date that can't be read is left out
warning-costs-currency = what is in an unknown currency is left out
warning-costs-nothing = an expense of nothing is left out
warning-costs-sum = the shares of an expense don't add up to what was paid
warning-costs-names = people of the same name are told apart by a number
warning-costs-totals = balances differ from the totals of the file
warning-costs-uneven = balances that don't come out even are rounded, so that they add up
warning-costs-signs = of amounts of both signs, what is left for each person counts
warning-costs-row = a row that can't be read is left out
warning-costs-own = an expense that leaves nobody with a debt is left out
warning-costs-payers = several people have paid, and each counts with what is left for them
warning-costs-deleted = a deleted expense is left out
warning-costs-groups = the expenses of several groups are one trip
warning-costs-usual-currency = the currency is not in the file, and taken for the usual one
warning-costs-left = somebody who has left the group has no name in the file
warning-costs-payer = who has paid is not in the CSV of Spliit, but in its JSON
warning-costs-weights = weights are not in the file, and taken for one
warning-unset-clock = a time before 1980 is left out
warning-route-text = the text of a point of a route is left out
reason-import-format = must be an archive of this service, GPX, KML, KMZ, GeoJSON, iCalendar, a booking (mail, pass, page, JSON-LD or the text of a boarding pass), or an export of Splitwise, Spliit, ihatemoney, Cospend, Tricount, Google Takeout, TripIt, Polarsteps, AdventureLog or TRIP
warning-booking-cancelled = a cancelled reservation is left out
warning-booking-subject = a reservation does not say what it is for
warning-booking-kind = a reservation of an unknown kind is left out
warning-booking-time = a time that can't be read is left out
warning-booking-price = a price that can't be read is left out
warning-booking-package = the price of several reservations together is left out
warning-booking-price-once = a price that stands at several reservations counts once
warning-booking-end = an end before its start is in the description
warning-booking-event = an event is left out, because a reservation of the mail begins then
warning-booking-json = JSON-LD that can't be read is left out
warning-booking-page = a page is too intricate: what follows in it is left out
warning-booking-bytes = pages and passes are left out after the first { $first } bytes
warning-mail-parts = parts of the mail after the first { $first }, or more than { $second } deep, are left out
warning-mail-calendar = a calendar of the mail is left out
warning-mail-pass = an attached pass is left out
warning-mail-pdf = a PDF of the mail is not read
warning-mail-damaged = a damaged part of the mail is left out
warning-pass-bundle = a pass of the bundle is left out
warning-pass-timeless = a pass does not tell when it is
warning-pass-boarding = the hour of a pass may be that of boarding
warning-boarding-day = a boarding pass does not tell its day
warning-boarding-cut = a boarding pass is cut off or damaged; flights left out: { $first }
reason-import-unreadable = the file can't be read
reason-import-cut-off = the archive is cut off
reason-import-early-end = the calendar ends too early
reason-import-document-end = the document ends too early
reason-import-no-manifest = the archive has neither a manifest.json nor a KML document
reason-import-not-utf8 = the calendar is not UTF-8
reason-import-document-type = document types are not accepted
reason-import-encrypted = the archive is encrypted
reason-import-archive-size = the archive is too large
reason-import-file-size = the file is too large
reason-import-malformed = the document is malformed
reason-import-damaged = the archive is damaged
reason-import-items = must have at most { $first } items
reason-import-places = must have at most { $first } places
reason-import-folders = must have at most { $first } folders
reason-import-unbegun = a component ends that has not begun
reason-import-nesting = components nest too deep
reason-import-elements = elements nest more than { $first } deep
reason-import-zone-changes = the time zones have too many changes
reason-import-zones = the calendar has too many time zones
reason-import-attribute = an attribute has an entity
reason-import-entities = entities are not accepted
reason-import-geojson = must be a GeoJSON FeatureCollection
reason-import-features = must have nothing but features
reason-import-wgs = must be in WGS { $first }: degrees of longitude and latitude
reason-import-encoding = the encoding of the document is not known
reason-import-other-archive = is an archive of something else than a trip
reason-import-version = is an archive of version { $first }, of which this service knows those up to { $second }
reason-import-repeated = the archive repeats a path
reason-import-unsafe = the archive has an unsafe path
reason-import-picture = has a damaged picture
reason-import-unpacked = must have at most { $first } bytes unpacked
reason-import-entries = must have at most { $first } entries unpacked
reason-import-refused = the file holds what a trip can't
reason-import-no-expenses = is an export of Splitwise without expenses: export the group as CSV instead
reason-import-trip-server = is a backup of a whole TRIP server: make one in the settings of an account instead
reason-import-takeout = is an archive of Google Takeout: unpack it, and send Saved Places.json or a CSV file
reason-import-no-trip = must have a trip
reason-import-trips = must have at most { $first } trips
reason-import-plan = is a plan of payments of ihatemoney or Cospend: export the bills or the project instead
reason-import-costs = is an export of shared costs that can't be read; export it again and send it unchanged
reason-import-sharers = must not have an expense that more than { $first } people share
reason-import-pdf = is a PDF, which is not read: import the mail, calendar, pass or page of the booking instead
reason-import-outlook = is a message of Outlook (.msg), which is not read: save it as .eml and import that
reason-import-image = is a picture, which is not read: import the mail, calendar or pass of the booking, or the text of the code on a boarding pass
reason-import-mail = is a mail without a booking (a reservation as JSON-LD or microdata, a calendar or a pass); import the calendar, pass or page of the booking instead, or forward the first mail of its sender as an attachment
reason-import-page = is a page without a booking (a reservation of schema.org as JSON-LD or microdata); import the mail, calendar or pass of the booking instead
reason-import-json-ld = is JSON-LD without a booking (an object with the type of a reservation of schema.org)
reason-import-bundle = is a bundle of passes without a booking (a boarding pass, an event ticket or a pass of a place)
reason-import-boarding = is a boarding pass without a flight; scan its code again
reason-import-pass = is a pass whose content can't be read; ask its sender for it again
reason-import-pass-kind = is a pass of an unknown kind
reason-import-shop = is a card or coupon of a shop, which is no booking: boarding passes, event tickets and passes of a place are read
reason-import-placeless = is a pass without a place, which is no booking: keep it in your wallet
reason-import-zip = is a zip file that is no pass
