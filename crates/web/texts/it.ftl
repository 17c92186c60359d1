# I testi delle pagine.

## Every page

skip = Vai al contenuto
navigation = Account e viaggi
my-trips = I miei viaggi
account = Account
sign-in = Accedi
sign-up = Registrati
sign-out = Esci
developers = Per sviluppatori
credits = Luoghi:
sign-in-and-return = Accedi e torna qui
to-front = Alla pagina iniziale
gone-or-removed = Il viaggio è stato eliminato, o non ne fai più parte. Quello che hai scritto non è stato salvato; copia ciò che ti serve.
may-not-change = Non puoi più modificare questo viaggio. Quello che hai scritto non è stato salvato; copia ciò che ti serve.
discard = Scartare quello che hai scritto?
undo = Annulla
upload = Carica
unsent = Non è stato possibile raggiungere il servizio, quindi forse è già salvato. Quello che hai scritto è qui: riprova.
warnings = Da sapere
saving = Salvataggio…
restored = Quello che avevi scritto è stato recuperato.
unsaved = Scritto, ma non ancora salvato:
discard-draft = Scarta
saved-on = Salvato il
you-are-offline = sei offline
waiting = in attesa della rete
offline-title = Sei offline
offline-text = I viaggi che hai aperto su questo dispositivo si possono leggere senza rete.
saved-trips = Salvati su questo dispositivo
try-again = Riprova

## Forms

cancel = Annulla
save = Salva
yes = sì
no = no
nothing = niente
present-value = Salvato ora:
not-saved = Non ancora salvato.
see-marked = Controlla i campi segnalati.
gone = Rimosso nel frattempo
gone-text = Qualcun altro ha rimosso questo da quando l’hai aperto. Quello che hai scritto è qui sotto.
session-ended = La sessione è scaduta. Quello che hai scritto è conservato: accedi, poi salvalo.
too-long-to-carry = La sessione è scaduta, e questo è troppo lungo per passare dall’accesso. Non è ancora salvato nulla: accedi in un’altra scheda, poi torna al modulo e salvalo.
not-sent = Non ancora inviato
draft = Hai effettuato di nuovo l’accesso. Non è ancora salvato nulla: ricontrolla e invia. Le password sono escluse.
send-again = Invia di nuovo
description = Descrizione
add = Aggiungi
edit = Modifica
remove = Rimuovi
day = Giorno
start = Inizio
end = Fine
location = Posizione
more = Mostra altro
say-where = Indica dov’è
where-it-is = Dov’è
is-at = Sulla mappa a
not-found-yet = Non ancora sulla mappa.
known-street = si conosce solo la via
known-town = si conosce solo la città
known-region = si conosce solo la regione
from-stop-before = a { $length } dalla tappa precedente
look-up-again = Cerca di nuovo
search-place = Cerca un luogo
no-suggestions = Nessun luogo trovato. Prova un altro nome, o indicalo sulla mappa.
by-coordinates = Con le coordinate o su una mappa
choose = Scegli
suggestions = Suggerimenti
suggested = suggerimenti
pick-on-map = Tocca la mappa dove si trova.
no-streets = Tocca un nome qui sotto per vederlo su una mappa stradale.
no-street-map = Questo servizio non ha una mappa stradale. Chi lo gestisce può aggiungerne una con l’impostazione MAPS.
public-maps = Strade e luoghi di OpenStreetMap: i luoghi scritti o cercati e gli indirizzi di rete dei visitatori arrivano ai suoi servizi pubblici.

## Front page

front-title = Pianificate il viaggio insieme
front-lead = Dove andare e in che ordine, chi viene, quanto costa e chi ha pagato. Una pagina per tutti quelli che viaggiano.
front-picture = Un percorso per tre luoghi su una mappa
features = Cosa puoi fare
by-day = Giorno per giorno
by-day-text = Ogni giorno con data, luoghi e orari locali. Sposta una tappa, un giorno o l’intero viaggio.
on-map = Sulla mappa
on-map-text = Ogni tappa ha il suo numero, ogni giorno il suo colore e il suo percorso.
fair-shares = Conti giusti
fair-shares-text = Chi divide cosa, chi ha pagato, e il minor numero di pagamenti per essere pari.
yours = Tuo
yours-text = Privato finché non lo condividi. Niente tracciamento, niente pubblicità. Si legge anche senza rete.
developers-title = Per programmi
developers-text = Tutto esiste anche come interfaccia HTTP.

## Sign-up and sign-in

sign-up-lead = Un nome che gli altri vedono, un nome utente per trovarti e una password.
your-name = Il tuo nome
username = Nome utente
username-hint = Fino a 39 lettere (dalla a alla z), cifre, punti, trattini e trattini bassi, senza spazi
email-optional = E-mail (facoltativa)
password = Password
password-hint = Da 8 a 128 caratteri
has-account = Hai già un account?
has-no-account = Non hai ancora un account?
sign-in-returns = Accedi per continuare.
bad-credentials = Nome utente e password non corrispondono.
taken = è già in uso

## Account

profile = Profilo
about-you = Su di te
interests = Interessi
interests-hint = Uno per riga
privacy = Privacy e lingua
private-account = Gli altri vedono solo il mio nome, nome utente e la mia foto
share-email = Chi viaggia con me vede il mio indirizzo e-mail
picture = Foto
your-picture = La tua foto
new-picture = Nuova foto
present-password = Password attuale
new-password = Nuova password
change-password = Cambia password
wrong-password = non è la tua password
password-ends-sessions = Una nuova password disconnette tutti gli altri dispositivi.
sessions = Sessioni
sessions-text = Disconnette tutti i dispositivi e chiude ogni accesso dei programmi e i link dei tuoi calendari.
sign-out-everywhere = Esci ovunque
delete-account = Elimina account
delete-account-lead = Con tutti i viaggi che sono tuoi.
delete-account-text = Il tuo account, i viaggi che sono tuoi e le loro foto vengono eliminati. Lasci tutti gli altri viaggi. Non si può annullare.
export-account = I tuoi dati
export-account-text = Un file con il tuo profilo, le tue impostazioni, le tue foto e i viaggi a cui partecipi. Non condividerlo: contiene il tuo indirizzo e-mail.
export-account-file = Scarica i tuoi dati

## List of trips

mailbox = Casella per le prenotazioni
mailbox-text = Inoltra a questo indirizzo le e-mail delle prenotazioni. Ciò che vi viene letto attende qui finché non lo aggiungi a un viaggio; le e-mail non vengono conservate. Chi conosce l’indirizzo può inviarti proposte.
proposals = Prenotazioni ricevute
no-proposals = Non è arrivato nulla.
which-trip = Viaggio
new-trip = Nuovo viaggio
create-trip = Crea viaggio
no-trips = Ancora nessun viaggio
no-trips-text = Dai un nome al primo. Date, luoghi e persone possono aspettare.
older = Meno recenti
trip-name-hint = Per esempio «Una settimana a Lisbona»
search = Cerca
search-trips = Cerca nei miei viaggi
my-role = Il mio ruolo
all-trips = Tutti i viaggi
nothing-found = Nessun viaggio ha tutte queste parole.

## List of trips, copies, dates and photos

trips-under-way = In corso
trips-ahead = In programma
trips-undated = Senza date
trips-past = Passati
trips-of-others = Altri ti hanno aggiunto a questi viaggi
trips-of-others-text = Contano per te quando li tieni o ci scrivi. Chi lascia un viaggio non lo vede più.
keep-trips = Tieni quelli selezionati
leave-trips = Lascia quelli selezionati
copy-trip = Copia questo viaggio
copy-lead = Crea un nuovo viaggio tuo. Pagamenti, link e numeri di prenotazione restano qui.
copy-start-hint = Tutte le date si spostano di conseguenza. Se il campo è vuoto, restano.
copy-with = Che cosa viene copiato
make-copy = Crea la copia
done-copied = Copiato. Questo è il nuovo viaggio.
import-into = Aggiungi da un file
import-into-lead = Il contenuto del file si aggiunge a questo viaggio: tappe nelle loro date o dopo l’ultimo giorno, luoghi, punti e linee sulla mappa. Nulla di ciò che c’è cambia, tranne le tappe della stessa prenotazione.
plan-if-first-day-changes = Se cambia il primo giorno, ciò che è previsto
plan-moves = si sposta di altrettanti giorni
plan-stays = resta nelle sue date
remove-ticked = Rimuovi le selezionate
back-to-photos = Tutte le foto
previous = Precedente
next = Successiva
caption = Didascalia
use-as-main = Usa come immagine del viaggio
photo-sooner = Sposta avanti
photo-later = Sposta indietro
in-days =
    { $days ->
        [1] Domani
       *[other] Tra { $days } giorni
    }
day-of-trip = Giorno { $day } di { $days }
photo-of = Foto { $number } di { $total }
choose-of = Scegli { $name }
remove-photos =
    { $number ->
        [one] Rimuovi { $number } foto
       *[other] Rimuovi { $number } foto
    }
not-a-picture = «{ $file }» non è un’immagine che si può aggiungere. Scegli JPEG, PNG, WebP o GIF.
picture-too-large = «{ $file }» è troppo grande: al massimo 20 MiB e 50 megapixel.
added-of-file =
    Aggiunto a questo viaggio: { $items ->
        [one] { $items } tappa nell’itinerario
       *[other] { $items } tappe nell’itinerario
    }, { $places ->
        [one] { $places } luogo sulla mappa
       *[other] { $places } luoghi sulla mappa
    }{ $tracks ->
        [0] {""}
        [one] , { $tracks } tracciato
       *[other] , { $tracks } tracciati
    }, { $photos } foto.
outside-dates =
    { $number ->
        [one] { $number } tappa è fuori dal primo e ultimo giorno:
       *[other] { $number } tappe sono fuori dal primo e ultimo giorno:
    }
picture-damaged = «{ $file }» non è leggibile: è danneggiato o incompleto.
nothing-added = Non è stato aggiunto nulla.
done-none-ticked = Seleziona prima le foto da rimuovere.

## Import

import = Importa
import-trip = Importa un viaggio
import-lead = Un file diventa un nuovo viaggio che vedi solo tu.
import-formats = Un archivio di Wayfare (.zip), GPX, KML, KMZ, GeoJSON, iCalendar, una prenotazione (messaggio, pass, pagina, JSON-LD o testo di una carta d’imbarco) o un’esportazione di Splitwise, Spliit, ihatemoney, Cospend, Tricount, Google Takeout, TripIt, Polarsteps, AdventureLog o TRIP, di al massimo 20 MiB; archivi di viaggi, 512 MiB
file = File
no-file = Scegli prima un file.
not-imported = Il file non è stato importato, e non è stato salvato nulla.
import-too-large = Il file è troppo grande: al massimo 20 MiB, 512 MiB per gli archivi di viaggi.
preview = Anteprima
preview-hint = Non è ancora salvato nulla. Se va bene, importalo. Se il file non è più indicato sotto, prima sceglilo di nuovo.
changes = Modifiche a tappe già presenti
format = Formato

## A trip and its settings

no-dates = Ancora senza date
public = Pubblico
private = Privato
trip-name = Nome del viaggio
first-day = Primo giorno
last-day = Ultimo giorno
is-public = Chi ha l’indirizzo può leggere questo viaggio
views = Viste del viaggio
costs = Spese
lists = Liste
edit-trip = Modifica viaggio
sign-in-to-edit = Accedi per modificare
days = Giorni
changed-last = Ultima modifica:
somebody = Qualcuno
trip-gone = Non puoi più vedere questo viaggio: è stato eliminato, ne sei stato tolto, o non hai più effettuato l’accesso.
estimate-from = Costo previsto, almeno
estimate-to = Costo previsto, al massimo
shift = Sposta tutto il viaggio
shift-button = Sposta tutti i giorni
shift-hint = Di quanti giorni? -2 sono due giorni prima.
delete-trip = Elimina viaggio
delete-trip-text = Itinerario, budget e foto vengono eliminati per tutti. Non si può annullare.

## Itinerary

itinerary = Itinerario
no-items = Non è ancora previsto nulla.
no-items-editor = Non è ancora previsto nulla. Aggiungi prima quello che sai: un volo, un letto, un posto da vedere.
add-item = Aggiungi all’itinerario
move = Sposta
up = Su
down = Giù
earlier = Un giorno prima
later = Un giorno dopo
duplicate = Duplica
remove-item = Rimuovi dall’itinerario
remove-item-text = Vengono rimossi anche orari e costi.
place-or-title = Luogo o titolo
title-hint = Può iniziare con l’ora: 15:30 Museo
kind = Tipo
zone-of-place = Ora locale del luogo
location-hint = Un indirizzo, un luogo o coordinate; cercato se vuoto
coordinates = Coordinate
coordinates-hint = Gradi nord ed est, per esempio 38.6916, -9.2160. Vuoto: cercato.
end-place = Arriva a
end-place-hint = Dove finisce lo spostamento, se il nome non lo dice
start-zone = Fuso orario dell’inizio
end-zone = Fuso orario della fine
zone-hint = Una città come Lisbona o un nome come Europe/Lisbon; vuoto per quello del luogo
trip-zone = Fuso orario
trip-zone-hint = Per orari senza luogo: una città come Lisbona o un nome come Europe/Lisbon
move-to-day = Sposta a un altro giorno
move-hint = Gli orari si spostano di altrettanti giorni.
last-of-stay = Ultimo giorno
photo-links = Link a foto
photo-links-hint = Uno per riga: l’indirizzo, poi cosa mostra

## Rows of the itinerary

today = Oggi
confirmation = Numero di prenotazione
one-night = 1 notte
kind-flight = Volo
kind-train = Treno
kind-bus = Autobus
kind-car = Auto
kind-ferry = Traghetto
kind-walk = A piedi
kind-travel = Spostamento
kind-stay = Alloggio
kind-food = Pasto
kind-sight = Visita
kind-activity = Attività
kind-other = Altro
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

length = Durata
length-hint = Per esempio 1:30 o 90 min, al posto di una fine
time-hint = Per esempio 15:30, ora locale; per un altro giorno, 2026-05-02 15:30
next-day-hint = Ora locale; prima dell’inizio è il giorno dopo
arrival-hint = Ora locale di arrivo: la prima volta dopo la partenza
departure = Partenza
arrival = Arrivo
check-in = Check-in
check-out = Check-out
origin = Da
target = A
own-title = Titolo
own-title-hint = Vuoto per i nomi dei due luoghi
sure = Sì, è quel giorno
refused-clock = scrivi l’ora come 15:30
refused-length = scrivi la durata come 1:30 o 90 min
refused-both = lascia vuota una delle due: la fine o la durata
refused-far-day = sono più di 30 giorni dopo l’ultimo giorno del viaggio: cambialo, o spunta la casella se è giusto
refused-far-time = è a più di 30 giorni dal viaggio: controlla mese e anno, o spunta la casella se è giusto
refused-unsure = spunta qui se è giusto
refused-no-way = scrivi dove comincia e dove finisce
refused-far-move = sono più di 30 giorni dopo l’ultimo giorno del viaggio: prima dai al viaggio un ultimo giorno più tardi
done-by-time = Resta dov’è: ciò che ha un orario segue l’ordine degli orari.
error-picture-text = Non si può leggere come immagine. Scegli un file JPEG, PNG, WebP o GIF.
empty-category = Se lasci vuoto: { $category }
moved-to = Spostato al giorno { $day }.
moved-to-time = Spostato al giorno { $day }: sta secondo il suo orario, { $time }.

## Budget

base-currency = Valuta del viaggio
money = Costi
cost = Costo
estimate = Stima
currency = Valuta
category = Categoria
who-paid = Chi ha pagato
several = Più persone, o una parte
not-paid-yet = Non ancora pagato
planned = Previsto, non ancora pagato
refund-hint = Per un rimborso, metti un meno davanti all’importo
for-whom = Per chi
split = Come si divide
split-equally = In parti uguali
split-by-parts = Per quote, come 2 : 1
split-by-amounts = Per importi
add-expense = Aggiungi una spesa
all-costs = Tutte le spese
what-for = Per cosa
date = Data
date-optional = Data (facoltativa)
empty-for-today = Se lasci vuoto: oggi
remove-expense = Rimuovi questa spesa
remove-expense-text = Vengono rimossi anche l’importo e chi ha pagato.
rates = Tassi di cambio
rates-hint = Se lasci vuoto: il tasso abituale
rate-hint = Un numero o una frazione come 1/195.
other-currency = Altra valuta
use-rate = Usa questo tasso
which-way-round = Verso del tasso
sure-rate = Sì, è quel tasso
budget = Budget
trip-budget = Costi di tutto il viaggio
total-cost = Totale
total-paid = Pagato
no-costs = Ancora nessun costo. Aggiungi una spesa, o quanto costa una tappa.
chart = Costi per categoria a barre; la tabella sotto ha i numeri
by-category = Per categoria
by-person = Per persona
person = Persona
nobody-yet = Ancora nessuno
paid = Pagato
expenditures = Altre spese
you-owe = Devi
you-get-back = Ti devono
your-balance = Il tuo saldo
you-are-even = Sei in pari
planned-for-you = Previsto per te, non ancora pagato
who-owes-whom = Chi deve a chi
all-settled = È tutto saldato.
mark-as-paid = Segna come pagato
recorded-payments = Pagamenti registrati
not-all-counted = Non è ancora contato tutto: mancano dei tassi di cambio.
how-worked-out = Come è stato calcolato
other-payment = Registra un pagamento
record = Registra
to-whom = A chi
amount = Importo
note = Nota
beyond-cost = Diviso più di quanto è costato
left = Resta
excess = In più
rest = in parti uguali tra

## Lists of what is to do

new-list = Nuova lista
list-name = Nome della lista
list-packing = Bagagli
list-before-leaving = Prima di partire
list-shopping = Spesa
edit-list = Modifica lista
which-list = Lista
who-does-it = Chi se ne occupa
still-to-do = Ancora da fare
tick-several = Spunta più voci
done-entry-gone = Qualcuno l’ha rimosso nel frattempo.
refused-lists = è una di troppo: un viaggio ha al massimo 20 liste
refused-list-gone = deve essere un’altra: qualcuno ha rimosso questa lista
new-entry-in = Nuova voce in { $name }
number-done =
    { $number ->
        [one] { $number } fatta
       *[other] { $number } fatte
    }
entries-go =
    { $number ->
        [0] Non ha voci.
        [one] Viene rimossa anche la sua voce.
       *[other] Vengono rimosse anche le sue { $number } voci.
    }

## Lines of the map

tracks = Tracciati
remove-track-text = La linea sparisce dalla mappa per tutti.
track-number = Tracciato { $number }

## To-do, places, photos and notes

todo = Da fare
no-todo = Niente da fare.
empty-list = Ancora niente in questa lista.
done = Fatto
new-todo = Nuova cosa da fare
todo-entry = Da fare
places = Luoghi
no-places = Ancora nessun luogo.
new-place = Nuovo luogo
place-name = Nome del luogo
edit-place = Modifica luogo
photos = Foto
no-photos = Ancora nessuna foto.
add-photos = Aggiungi foto
first-frame = Di un’immagine animata resta il primo fotogramma.
main-picture = Immagine del viaggio
remove-main-picture = Rimuovi l’immagine del viaggio
notes = Note
notes-hint = Testo, con # titoli e parole in **grassetto**, o semplice HTML
remove-photo-text = La foto viene eliminata per tutti. Non si può annullare.
tickets = Biglietti e file
add-file = Aggiungi un file
files-hint = Biglietti, prenotazioni e documenti. Li vedono solo le persone del viaggio; una foto conserva ciò che la fotocamera vi ha scritto, come il luogo dello scatto.
remove-file-text = Il file viene eliminato per tutti. Non si può annullare.

## Booklet

add-notes = Aggiungi note
booklet = Libretto da stampare
booklet-costs = Con le spese
booklet-show = Mostra
booklet-print = Stampa

## Map and locations

address = Indirizzo
map = Mappa
no-map = Aggiungi un luogo e comparirà qui.
map-of-trip = Mappa del viaggio; l’elenco sotto ne nomina i segnaposto
zoom-in = Ingrandisci
zoom-out = Riduci
whole-map = Mostra tutto
not-on-map = Non sulla mappa
locations = Punti sulla mappa
new-location = Aggiungi un punto
edit-location = Modifica il punto
transportation = Come arrivarci
way-there = Con
distance = Chilometri
minutes = Minuti

## Files and calendar

files = File e calendario
calendar-feed = Link del calendario
calendar-feed-text = Un link segreto che le app di calendario leggono. Uno nuovo sostituisce il precedente.
calendar-once = Copialo ora: non viene mostrato di nuovo. Chi lo ha può leggere il calendario.
open-calendar = Apri in un calendario
new-address = Nuovo link
end-address = Smetti di condividere
calendar-of-all = Calendario di tutti i viaggi

## Share links

share-links = Link di condivisione
share-links-text = Per chi non ha un account: con il link si leggono le parti che scegli.
new-link = Nuovo link di condivisione
make-link = Crea il link
link-label = Per chi (una nota per te)
link-parts = Cosa mostra
link-expires = Ultimo giorno (vuoto: 90 giorni dopo il viaggio)
link-password = Password del link (facoltativa)
link-has-password = con password
link-never-ends = senza fine
end-link = Disattiva questo link
shared-trip = Viaggio condiviso
shared-password = Questo viaggio è condiviso con una password.
wrong-link-password = Questa non è la password del link.
open = Apri
share-link = link di condivisione
edit-link = Modifica il link di condivisione
link-last-day = Ultimo giorno (vuoto per nessuna fine)
link-new-password = Nuova password (vuoto per tenere l’attuale)
link-no-password = Non più con password

## Settlement explained

explained = Chi deve a chi, passo per passo
explained-file = Queste righe come file (CSV)
for = Voce
share = Quota
in-all = In tutto
no-rate = nessun tasso
rounding = Arrotondamento
is-even = Ha pagato esattamente la sua quota.

## Keys for programs

key = Chiave
keys = Chiavi per programmi
keys-text = Con una chiave un programma legge i tuoi viaggi, o li modifica, senza la tua password. Non può modificare il tuo account.
new-key = Nuova chiave
make-key = Crea la chiave
key-name = A cosa serve (una nota per te)
key-may = Cosa può fare il programma
key-reads = leggere
key-writes = leggere e modificare
key-trips = Con quali viaggi
key-all-trips = tutti i viaggi
key-some-trips = solo quelli selezionati sotto
key-other-trip = un viaggio di cui non fai parte
key-last-day = Ultimo giorno (vuoto per nessuna fine)
key-unused = non ancora usata
key-never-ends = senza fine
key-once = Copiala ora: non viene mostrata di nuovo. Chi la ha può fare quello che hai scelto.
copy = Copia
copied = Copiato.
delete-key = Elimina
delete-key-text = Il programma che usa questa chiave perde subito l’accesso.

## Assistants

assistants = Assistenti
assistants-text = Un assistente legge o modifica i tuoi viaggi senza la tua password. Non può modificare il tuo account, né condividere o eliminare un viaggio.
end-assistant = Termina
end-assistant-text = L’assistente perde subito l’accesso.
allow = Consenti
no-application = Non si può chiedere di questa applicazione
no-application-text = L’indirizzo che la descrive manca, non è leggibile o chiede ciò che qui non si dà. Non è stato consentito nulla e non sei stato mandato altrove.

## Confirming an address

confirm-title = È questo il tuo indirizzo e-mail?
confirm-button = Conferma l’indirizzo
is-confirmed = Questo indirizzo è confermato.
not-confirmed = Il tuo indirizzo e-mail non è ancora confermato. Fino ad allora non puoi usarlo per accedere, né ricevere una nuova password per e-mail. Cerca il nostro messaggio, o fallo inviare di nuovo.
confirm-again = Invia di nuovo il messaggio
undo-email-title = Riprendere il tuo indirizzo e-mail?
undo-email-button = Riprendilo e termina tutte le sessioni
current-for-email = Serve per cambiare o rimuovere l’indirizzo e-mail.
sign-in-too-old = richiede un accesso degli ultimi dieci minuti: esci e accedi di nuovo

## Refusing invitations

refuse-title = Niente più inviti per e-mail?
refuse-text = Da quel momento nessuno potrà inviare con questo servizio un invito all’indirizzo del messaggio che ti ha portato qui. I link che ti danno continuano a funzionare.
refuse-button = Non inviarne più
is-refused = Questo indirizzo non riceve più inviti da questo servizio.

## A forgotten password

forgotten = Password dimenticata?
forgotten-lead = Scrivi il tuo nome utente o il tuo indirizzo e-mail. Se esiste un account così con un indirizzo confermato, inviamo lì un link per una nuova password.
forgotten-sent = Se esiste un account così, e il suo indirizzo è confermato, un messaggio è in arrivo. Il link vale un’ora. Non arriva nulla? Guarda nello spam, o chiedi di nuovo più tardi: si inviano pochi messaggi all’ora.
forgotten-no-mail = Questo servizio non invia e-mail. Per una nuova password, chiedi a
the-operator = chi lo gestisce
login = Nome utente o e-mail
send-link = Invia il link
reset-title = Scegli una nuova password
reset-lead = Disconnette tutti i dispositivi.

## Elsewhere

mail-language = Lingua delle pagine e dei messaggi
language-of-browser = Quella del mio browser
invite-by-mail = Invia a (un indirizzo e-mail, facoltativo)

## Signing in elsewhere

send-when-signed-in = Accedi lì nella nuova scheda, poi torna a questa e invia di nuovo quello che hai scritto.
sign-in-not-begun = Questo accesso non è iniziato in questo browser, o ha richiesto più di dieci minuti. Riprova.
sign-in-cancelled = Hai annullato l’accesso lì.
sign-in-failed = L’accesso lì non è riuscito. Riprova.
undo-joining = Annulla

## The people of a trip

people = Persone
make-owner = Cedi il viaggio
leave = Lascia il viaggio
leave-title = Lasciare questo viaggio?
leave-text = Non lo vedi più. Solo il responsabile o un invito ti riportano. Quello che hai diviso e pagato resta nei costi.
make-editor = Consenti modifiche
make-viewer = Solo lettura
no-account = senza account
add-by-name = Aggiungi per nome
add-by-name-hint = Per costi divisi da qualcuno senza account. Può arrivare dopo con un invito, e dire chi è.
name-of-person = Nome
rename = Rinomina
party-in-use = Un costo o un pagamento nomina questa persona. Cambialo prima.
nobody-of-that-name = nessuno qui ha questo nome utente. Invia piuttosto un link d’invito: chi lo apre può partecipare, con un account o con uno nuovo
on-trip-already = partecipa già al viaggio
remove-person-text = Non vede più il viaggio. Quello che ha diviso e pagato resta nei costi.
hand-over-text = Chi riceve il viaggio decide chi partecipa e può eliminarlo. Tu resti e puoi modificarlo. Link di condivisione e inviti finiscono.
invitations = Inviti
invitations-text = Chi apre il link può unirsi al viaggio, per 14 giorni.
invitation = Link d’invito
invite = Invita con un link
invite-to-read = Invita solo a leggere
share-address = Invia

## An error page for visitors who are signed in

not-yours = Questa pagina non esiste, o non è per te. Se qualcuno viaggia con te, chiedigli un link d’invito.

## Joining by an invitation

which-are-you = Quale di queste persone sei?
which-are-you-hint = Quello che questo nome divide e ha pagato diventa tuo.
none-of-these = Nessuna
join = Partecipa
sign-up-and-join = Partecipa con un nuovo account
sign-in-and-join = Ho un account
party-taken = Qualcun altro ha appena detto di essere questa persona. Scegli di nuovo.

## Messages of finished edits

done-saved = Salvato.
done-added = Aggiunto.
done-created = Creato. Aggiungi prima quello che sai.
done-removed = Rimosso.
done-moved = Spostato.
done-shifted = Tutti i giorni sono stati spostati.
done-ticked = Fatto.
done-imported = Importato.
done-paid = Registrato come pagato.
done-paid-already = Era già registrato come pagato.
done-not-owed = Non è stato registrato nulla: chi deve a chi è cambiato da quando questa pagina è stata aperta.
done-undone = Annullato.
done-uploaded = Caricato.
done-deleted = Il viaggio è eliminato.
done-key-deleted = La chiave è eliminata.
done-assistant-ended = L’assistente non ha più accesso.
done-shown = È già stato creato e viene mostrato una sola volta. Se non lo hai copiato, creane uno nuovo.
done-ended = Il link non funziona più.
done-invited = Il link è pronto: copialo o invialo.
done-joined = Fai parte del viaggio.
done-left = Hai lasciato il viaggio.
done-identity = Collegato. Da ora puoi accedere così.
done-password = La password è cambiata.
done-confirmed = Il tuo indirizzo e-mail è confermato.
done-email-undone = L’account ha di nuovo questo indirizzo e tutte le sessioni sono terminate. Scegli una nuova password: chiedila qui.
done-mailed = Il messaggio è in arrivo.
done-signed-out = Sei uscito.
done-account-deleted = L’account è eliminato.

## Errors

error-not-found = Qui non c’è nulla
error-not-permitted = Non consentito
error-refused = Rifiutato
error-method = Qui non è possibile
error-too-large = Troppo grande
error-too-many = Troppe richieste
error-busy = Riprova
error-client = Non ha funzionato
error-server = Qualcosa è andato storto
error-not-found-text = Questa pagina non esiste, o non è per te. Se qualcuno l’ha condivisa con te, accedi.
error-not-permitted-text = Il tuo account non può farlo. Forse un altro sì.
error-too-many-text = Aspetta un momento, poi riprova.
error-refused-text = Ricarica la pagina, poi riprova.
error-too-large-text = Scegli un file più piccolo, o invia meno alla volta.
error-busy-text = Il servizio è occupato. Riprova tra un momento.
error-other-text = Torna indietro e riprova.

## Categories of costs

category-activities = Attività
category-accommodation = Alloggio
category-food = Cibo e ristoranti
category-transportation = Trasporti
category-gifts = Regali e ricordi
category-other = Altro

## Formats of files

format-ics = Calendario (iCalendar)
format-gpx = Punti e percorsi (GPX)
format-kml = Mappa (KML)
format-geojson = Mappa (GeoJSON)
format-csv = Costi (CSV)
format-settlement = Chi deve a chi, riga per riga (CSV)
format-zip = Tutto (archivio)

## Roles

role-owner = responsabile
role-editor = può modificare
role-viewer = può leggere
invited-as-viewer = Puoi leggere tutto.
invited-as-editor = Puoi leggere e modificare tutto.

## What is wrong with a field, from the pages

refused-empty = non può essere vuoto
refused-not-one-of-us = deve essere una delle persone
refused-date = deve essere una data, per esempio 2026-05-01
refused-time = deve essere una data con ora, per esempio 2026-05-01 09:00
refused-point = devono essere gradi nord ed est, per esempio 38.6916, -9.2160
refused-base = non può essere la valuta dei totali
refused-after-last-day = non può essere dopo l’ultimo giorno
refused-has-rate = ha già un tasso
refused-rate = deve essere un numero sopra 0
refused-pair = deve nominare le due valute, per esempio 1 GBP = 195 JPY
refused-other-currency = deve essere la valuta di questo tasso
refused-same-name = è già il nome di qualcuno del viaggio: aggiungi qualcosa che li distingua, come un cognome
refused-too-many = ha troppe voci

## Sentences

sentence = { $text }.
two-amounts = può essere { $first } o { $second }: scrivi uno dei due
day-number = Giorno { $number }
and-more =
    { $count ->
        [one] … e un altro
       *[other] … e altri { $count }
    }
empty-days = Giorni da { $from } a { $to }: niente in programma
add-to-day = Aggiungi al giorno { $number }
night = Notte { $number } di { $nights }
day-of = Giorno { $number } di { $days }
item-not-on-map = { $name } non è sulla mappa.
photo = Foto { $number }
about = circa { $amount }
label-of = { $label }: { $name }
before-value = { $label }:
edit-of = Modifica { $name }
remove-of = Rimuovi { $name }
removal-of = Togliere { $name } dal viaggio?
handover-to = Cedere il viaggio a { $name }?
invited-by = { $name } ti invita a questo viaggio.
delete-of = Eliminare { $name }?
further-warnings = e altri { $number }, che l’anteprima del file elenca
mark-paid-of = Segna come pagato: { $from } a { $to }
owes = { $from } deve { $amount } a { $to }
has-paid = { $from } ha pagato { $amount } a { $to }
unconverted = Non nei totali, perché la valuta non ha un tasso: { $amount }
worth-of-one = 1 { $currency } in { $base }, o 1 { $base } in { $currency }
rate-into = Tasso in { $base }
usual-rate = Se lasci vuoto, il tasso di riferimento del { $day }: { $rate }
far-rate = significa { $typed }, ma il tasso di riferimento è { $usual }: inverti, correggi o spunta la casella se è giusto
amount-of = { $currency } che { $from } paga a { $to }
currency-hint = Tutte le somme del viaggio sono in questa valuta. Se lasci vuoto: { $base }
empty-currency = Se lasci vuoto: { $base }
times-in =
    { $zone ->
        [UTC] Ora UTC
       *[other] Ora di { $zone }
    }
share-of = Quota di { $name }
paid-by = { $name } ha pagato
several-paid = { $names } hanno pagato
refunded-to = Rimborsato a { $names }
part-paid = { $names }: pagati { $part } di { $total }
left-out = Non in questi totali, perché il tasso di cambio non è noto: { $amount }
payment-to = Pagamento a { $name }
payment-from = Pagamento da { $name }
gets-back = Ha pagato { $amount } più della sua quota.
owes-still = Ha pagato { $amount } meno della sua quota.
owes-no-more = Dopo, { $name } non deve più nulla.
owes-besides = { $name } deve inoltre { $amount }.
gets-no-more = { $name } ha così riavuto tutto.
gets-besides = { $name } riceve inoltre { $amount }.
at-own-rate = { $amount } a { $rate }, il tasso di questo viaggio
at-paid-rate = { $amount } a { $rate }, il tasso dei pagamenti
at-reference-rate = { $amount } a { $rate }, il tasso di riferimento del { $day }
key-used = ultimo uso: { $day }
until = scade il giorno { $day }
stale = { $name } ha cambiato la stessa cosa nel frattempo. Quello che hai scritto è qui sotto, con il suo accanto. Salva di nuovo per sostituire il suo.
changed-by = { $name } ha modificato { $what }
added-by = { $name } ha aggiunto { $what }
removed-by = { $name } ha rimosso { $what }
moved-by = { $name } ha spostato { $what }: { $when }
form-changed-by = { $name } ha modificato quello che questo modulo mostra. Quello che hai scritto resta: salvando si tengono entrambe le modifiche, e si chiede solo dove avete cambiato la stessa cosa.
local-time = ora locale, { $difference }
from-time = dalle { $time }
until-time = fino alle { $time }
number-of-people =
    { $number ->
        [one] { $number } persona
       *[other] { $number } persone
    }
number-of-stops =
    { $number ->
        [0] niente in programma
        [one] { $number } tappa
       *[other] { $number } tappe
    }
still-pays-outside = { $name } ha ricevuto { $amount } di un rimborso che nessuno divide ancora
gets-from-outside = { $name } ha pagato { $amount } che nessuno divide ancora
joined-of =
    { $used ->
        [one] { $used } di { $uses } è arrivato
       *[other] { $used } di { $uses } sono arrivati
    }
number-joined =
    { $used ->
        [one] { $used } è arrivato
       *[other] { $used } sono arrivati
    }
confirm-text = L’account { $username } ha l’indirizzo { $email }. Se entrambi sono tuoi, conferma.
undo-email-text = L’account { $username } aveva prima l’indirizzo { $email }. Se l’ha cambiato qualcun altro, riprendilo. Chi è connesso all’account verrà disconnesso.
allow-title = Consentire a { $name } di usare i tuoi viaggi?
allow-text = L’applicazione di { $host } chiede di agire per l’account { $username }. Il nome che si dà non l’ha controllato nessuno: guarda l’indirizzo.
allow-back = Con il tuo consenso torni a { $host }.
sign-in-with = Accedi con { $name }
join-with = Collega a { $name }
provider-away = { $name } al momento non risponde. Riprova tra poco.
not-joined = Collega questo account al tuo account presso { $name }, per accedere con quello da allora in poi.
joined-on = Collegato il { $date }: puoi accedere con { $name }.
only-way = Non si può annullare: { $name } è l’unico modo per accedere a questo account.
identity-invalid = La risposta di { $name } non è valida. Riprova.
identity-not-in-group = Il tuo account presso { $name } non può usare questo servizio. Chiedi a chi lo gestisce.
identity-unknown = Nessun account qui è collegato al tuo account presso { $name }. Se ne hai uno, accedi con la sua password e collegali nella pagina Account; altrimenti registrati prima.
identity-unknown-here = Nessun account qui è collegato al tuo account presso { $name }. Chiedi a chi gestisce questo servizio.
identity-taken = Il tuo account presso { $name } è collegato a un altro account qui, o questo a un altro account là. Annulla prima quel collegamento.

## Reasons of the domain and of the service, which pages show at their fields

reason-not-negative = non può essere negativo
reason-refund = non deve superare 0 in un rimborso
reason-sign = deve avere il segno degli altri costi e pagamenti
reason-number = deve essere un numero
reason-too-large = è un numero troppo grande
reason-at-most = deve essere al massimo { $first }
reason-at-least = deve essere almeno -{ $first }
reason-currency = deve essere un codice di valuta ISO 4217, per esempio «CAD»
reason-nul = non può contenere un carattere NUL
reason-zone = deve essere il nome di un fuso orario, per esempio «Europe/Lisbon»
reason-point = deve essere un punto sulla Terra
reason-from-one = deve essere 1 o più
reason-http = deve essere un indirizzo http o https
reason-link = deve essere un indirizzo http, https o mailto
reason-rate = deve essere un numero sopra 0, per esempio «0.62»
reason-above-zero = deve essere sopra 0
reason-email = deve essere un indirizzo e-mail
reason-years = deve essere negli anni da 1 a 9999
reason-past = non può essere nel passato
reason-section = deve indicare almeno una parte
reason-trip = deve indicare almeno un viaggio
reason-trips = deve indicare al massimo { $first } viaggi
reason-username = deve avere da 1 a 39 lettere (dalla a alla z), cifre, «_», «.» o «-», senza spazi, e non iniziare con nessuno degli ultimi due
reason-day = deve essere un giorno, per esempio «2026-05-01»
reason-time = deve essere un orario, per esempio «2026-05-01T09:00:00Z»
reason-digits = deve avere al massimo { $first } cifre
reason-places = deve avere al massimo { $first } decimali
reason-no-places = deve essere un numero intero, perché questa valuta non ha decimali
reason-characters = deve avere al massimo { $first } caratteri
reason-length = deve avere da { $first } a { $second } caratteri
reason-entries = deve avere al massimo { $first } voci
reason-with-owner = deve avere al massimo { $first } persone, responsabile compreso
reason-people = devono essere al massimo { $first } persone
reason-photos = deve avere al massimo { $first } foto
reason-items = non si può aggiungere: il viaggio ha { $first } tappe
reason-left = deve fare in tutto { $first }: mancano { $second }
reason-excess = deve fare in tutto { $first }: { $second } di troppo
reason-parts = deve avere un numero per qualcuno, se non si divide in parti uguali
reason-somebody = deve essere almeno una persona
reason-end = non può essere prima dell’inizio
reason-start = non può essere dopo la fine
reason-low = non può superare la stima più alta
reason-high = non può essere sotto la stima più bassa
reason-shift = deve essere un numero intero da -{ $first } a { $second }
reason-payer = non può essere chi ha pagato
reason-base = non può essere la valuta del viaggio
reason-twice = non può comparire due volte
reason-no-mail = non si può inviare: questo servizio non invia e-mail
reason-recipient-limit = per ora non riceve altri inviti per e-mail: invita senza indirizzo e invia tu il link
reason-room = nel tuo account non c’è spazio per le foto
reason-trip-room = nel tuo account non c’è spazio per il viaggio
reason-member-of = supererebbe le { $first } partecipazioni che un account può avere o dare
reason-owner-of = supererebbe i { $first } viaggi che un account può avere
reason-no-trip = non è un tuo viaggio
reason-own-trip = è un viaggio tuo
reason-handed-over = è tuo: chi te l’ha ceduto non partecipa più al viaggio
reason-invitations = un viaggio ha al massimo { $first } inviti
reason-links = un viaggio ha al massimo { $first } link
reason-nested = è annidato troppo in profondità, o lascia aperte troppe formattazioni
reason-no-rate = non ha un tasso in questo viaggio, né un tasso di riferimento di quel giorno o precedente
reason-payments = un viaggio ha al massimo { $first } pagamenti registrati
reason-member = deve essere una persona del viaggio
reason-no-member = non partecipa al viaggio
reason-visible-trip = deve essere un viaggio che puoi vedere
reason-files = deve avere al massimo { $first } file

## What an import says of a file

warning-overlay = una sovrapposizione o un link è stato tralasciato
warning-area = un’area o una linea è stata tralasciata
warning-place-dates = le date di un luogo sono state tralasciate
warning-time = un’ora è stata tralasciata: non è leggibile
warning-feature = ciò che non è né un punto né una linea è stato tralasciato
warning-point = un punto non ha coordinate valide
warning-lines = una linea è stata tralasciata: un viaggio ne ha al massimo { $first }
warning-short-line = una linea di meno di due punti è stata tralasciata
warning-simplified = una linea è stata semplificata
warning-no-end = una voce che finisce prima di iniziare resta senza fine
warning-places = i luoghi dopo i primi { $first } sono punti della mappa
warning-dates = le date sono state tralasciate: l’inizio è dopo la fine
warning-location-dates = le date di un luogo sono state tralasciate: l’inizio è dopo la fine
warning-descriptions = i punti della mappa non hanno descrizione
warning-shortened = un testo è stato accorciato
warning-picture = manca un’immagine
warning-file = un file dell’archivio non fa parte del viaggio
warning-repeats = di un evento ricorrente resta solo la prima occorrenza
warning-cancelled = un evento annullato è stato tralasciato
warning-unreadable = un evento che non si può leggere è stato tralasciato
warning-unknown-zone = un evento in un fuso orario sconosciuto è stato tralasciato
warning-unreadable-end = una fine che non si può leggere è stata tralasciata
warning-old-version = una versione precedente di un evento è stata tralasciata
warning-repeats-left = di un evento ricorrente resta solo la prima occorrenza rimasta
warning-other-hour = l’ora resta come è scritta, non come dice il fuso orario del file
warning-zone-begins = il fuso orario del file inizia più tardi: vale il suo primo scarto da UTC
warning-startless = un evento senza inizio è stato tralasciato
warning-never = un evento ricorrente che non ha mai luogo è stato tralasciato
warning-floating = un’ora senza fuso è quella del luogo
warning-line = una riga illeggibile è stata tralasciata
warning-todo = un’attività da fare è stata tralasciata
warning-journal = una voce di diario è stata tralasciata
warning-component = ciò che non è un evento è stato tralasciato
warning-unnamed = il file non ha nome: il viaggio si chiama «Imported trip»
warning-archive = note, liste, spese e pagamenti di un archivio sono stati tralasciati
warning-found = trovati per nome, senza coordinate nel file: { $first }
warning-lost = luoghi non trovati: { $first }
warning-early = tappe prima del primo giorno, aggiunte dopo l’ultimo: { $first }
warning-known-items = tappe tralasciate perché già nel viaggio: { $first }
warning-known-lines = linee tralasciate perché già nel viaggio: { $first }
warning-known-payments = pagamenti tralasciati, perché sono già nel viaggio: { $first }
warning-kept = ciò che è stato cambiato qui nel frattempo resta
warning-still-there = una prenotazione annullata è ancora nel viaggio
warning-photos = un viaggio ha al massimo { $first } foto: le altre sono tralasciate
warning-unreadable-pictures = immagini tralasciate, perché non leggibili: { $first }
warning-no-room = immagini tralasciate, perché l’account non ha spazio: { $first }
warning-no-trip = un evento non è di alcun viaggio del calendario
warning-unreadable-line = una linea non è leggibile ed è tralasciata
warning-payer = chi ha pagato è tralasciato
warning-line-left-out = una linea è tralasciata
warning-lists = alcune liste sono tralasciate: un viaggio ne ha troppe
warning-new-trips = nuovi viaggi: { $first }
warning-visit = una visita fuori dalle date del viaggio è tralasciata
warning-costs-date = una data illeggibile è stata tralasciata
warning-costs-currency = ciò che è in una valuta sconosciuta è stato tralasciato
warning-costs-nothing = una spesa senza importo è stata tralasciata
warning-costs-sum = le quote di una spesa non danno quanto è stato pagato
warning-costs-names = le persone con lo stesso nome hanno un numero
warning-costs-totals = alcuni saldi sono diversi dai totali del file
warning-costs-uneven = i saldi che non sono esatti sono arrotondati in modo che la somma torni
warning-costs-signs = per importi di entrambi i segni conta ciò che resta a ciascuno
warning-costs-row = una riga illeggibile è stata tralasciata
warning-costs-own = una spesa per cui nessuno deve nulla è stata tralasciata
warning-costs-payers = hanno pagato in più persone, e di ciascuna conta ciò che le resta
warning-costs-deleted = una spesa eliminata è stata tralasciata
warning-costs-groups = le spese di più gruppi sono un solo viaggio
warning-costs-usual-currency = la valuta non è nel file: vale quella abituale
warning-costs-left = una persona che ha lasciato il gruppo non ha nome nel file
warning-costs-payer = chi ha pagato non è nel CSV di Spliit, ma nel suo JSON
warning-costs-weights = alcuni pesi non sono nel file e valgono uno
warning-unset-clock = un orario prima del 1980 è tralasciato
warning-route-text = il testo di un punto di un percorso è tralasciato
reason-import-format = dev’essere un archivio di questo servizio, GPX, KML, KMZ, GeoJSON, iCalendar, una prenotazione (messaggio, pass, pagina, JSON-LD o testo di una carta d’imbarco) o un’esportazione di Splitwise, Spliit, ihatemoney, Cospend, Tricount, Google Takeout, TripIt, Polarsteps, AdventureLog o TRIP
warning-booking-cancelled = una prenotazione annullata è tralasciata
warning-booking-subject = una prenotazione non dice per che cosa è
warning-booking-kind = una prenotazione di tipo sconosciuto è tralasciata
warning-booking-time = un orario illeggibile è tralasciato
warning-booking-price = un prezzo illeggibile è tralasciato
warning-booking-package = il prezzo complessivo di più prenotazioni è tralasciato
warning-booking-price-once = un prezzo indicato in più prenotazioni conta una volta
warning-booking-end = una fine prima del suo inizio è nella descrizione
warning-booking-event = un evento è tralasciato perché una prenotazione del messaggio inizia allora
warning-booking-json = JSON-LD illeggibile è tralasciato
warning-booking-page = una pagina è troppo complessa: ciò che segue è tralasciato
warning-booking-bytes = le pagine e i pass dopo i primi { $first } byte sono tralasciati
warning-mail-parts = le parti del messaggio dopo le prime { $first }, o oltre { $second } livelli, sono tralasciate
warning-mail-calendar = un calendario del messaggio è tralasciato
warning-mail-pass = un pass allegato è tralasciato
warning-mail-pdf = un PDF del messaggio non viene letto
warning-mail-damaged = una parte danneggiata del messaggio è tralasciata
warning-pass-bundle = un pass del gruppo è tralasciato
warning-pass-timeless = un pass non dice quando è
warning-pass-boarding = l’ora di un pass può essere quella dell’imbarco
warning-boarding-day = una carta d’imbarco non dice il suo giorno
warning-boarding-cut = una carta d’imbarco è troncata o danneggiata; voli tralasciati: { $first }
reason-import-unreadable = il file non è leggibile
reason-import-cut-off = l’archivio è troncato
reason-import-early-end = il calendario finisce troppo presto
reason-import-document-end = il documento finisce troppo presto
reason-import-no-manifest = l’archivio non è di Wayfare né un KMZ
reason-import-not-utf8 = il calendario non è in UTF-8
reason-import-document-type = i tipi di documento (DOCTYPE) non sono accettati
reason-import-encrypted = l’archivio è cifrato
reason-import-archive-size = l’archivio è troppo grande
reason-import-file-size = il file è troppo grande
reason-import-malformed = il documento è malformato
reason-import-damaged = l’archivio è danneggiato
reason-import-items = deve avere al massimo { $first } tappe
reason-import-places = deve avere al massimo { $first } luoghi
reason-import-folders = deve avere al massimo { $first } cartelle
reason-import-unbegun = finisce una parte del calendario che non è iniziata
reason-import-nesting = il calendario è annidato troppo in profondità
reason-import-elements = ci sono elementi annidati oltre { $first } livelli
reason-import-zone-changes = i fusi orari hanno troppi cambi
reason-import-zones = il calendario ha troppi fusi orari
reason-import-attribute = un attributo contiene un’entità
reason-import-entities = le entità non sono accettate
reason-import-geojson = deve essere una FeatureCollection di GeoJSON
reason-import-features = deve contenere solo Feature
reason-import-wgs = dev’essere in WGS { $first }: gradi di longitudine e latitudine
reason-import-encoding = la codifica del documento non è nota
reason-import-other-archive = non è l’archivio di un viaggio
reason-import-version = è un archivio di versione { $first }; questo servizio le conosce fino alla { $second }
reason-import-repeated = l’archivio ripete un percorso
reason-import-unsafe = l’archivio contiene un percorso non sicuro
reason-import-picture = contiene un’immagine danneggiata
reason-import-unpacked = deve avere al massimo { $first } byte una volta estratto
reason-import-entries = deve avere al massimo { $first } file una volta estratto
reason-import-refused = il file contiene qualcosa che un viaggio non può avere
reason-import-no-expenses = è un’esportazione di Splitwise senza spese: esporta invece il gruppo come CSV
reason-import-trip-server = è il backup di un intero server TRIP: creane invece uno nelle impostazioni di un account
reason-import-takeout = è un archivio di Google Takeout: scompattalo e invia Saved Places.json o un file CSV
reason-import-no-trip = deve contenere un viaggio
reason-import-trips = deve contenere al massimo { $first } viaggi
reason-import-plan = è un piano di pagamenti di ihatemoney o Cospend: esporta invece i conti o il progetto
reason-import-costs = è un’esportazione di spese condivise che non si può leggere; esportala di nuovo e inviala senza modifiche
reason-import-sharers = non deve avere una spesa divisa fra più di { $first } persone
reason-import-pdf = è un PDF, che non viene letto: importi il messaggio, il calendario, il pass o la pagina della prenotazione
reason-import-outlook = è un messaggio di Outlook (.msg), che non viene letto: lo salvi come .eml e importi quello
reason-import-image = è un’immagine, che non viene letta: importi il messaggio, il calendario o il pass della prenotazione, o il testo del codice di una carta d’imbarco
reason-import-mail = è un messaggio senza prenotazione (in JSON-LD o microdati, calendario o pass); importi il calendario, il pass o la pagina della prenotazione, o inoltri come allegato il primo messaggio del mittente
reason-import-page = è una pagina senza prenotazione (di schema.org in JSON-LD o microdati); importi il messaggio, il calendario o il pass della prenotazione
reason-import-json-ld = è JSON-LD senza prenotazione (un oggetto del tipo di una prenotazione di schema.org)
reason-import-bundle = è un gruppo di pass senza prenotazione (carta d’imbarco, biglietto di un evento o pass di un luogo)
reason-import-boarding = è una carta d’imbarco senza volo; legga di nuovo il codice
reason-import-pass = è un pass il cui contenuto è illeggibile; lo chieda di nuovo al mittente
reason-import-pass-kind = è un pass di tipo sconosciuto
reason-import-shop = è una carta o un buono di un negozio, che non è una prenotazione: si leggono carte d’imbarco, biglietti di eventi e pass di un luogo
reason-import-placeless = è un pass senza luogo, che non è una prenotazione: lo tenga nel Suo portafoglio
reason-import-zip = è un file zip che non è un pass
