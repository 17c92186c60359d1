# Les textes des pages.

## Every page

skip = Aller au contenu
navigation = Compte et voyages
my-trips = Mes voyages
account = Compte
sign-in = Se connecter
sign-up = Créer un compte
sign-out = Se déconnecter
developers = Pour les développeurs
credits = Lieux :
sign-in-and-return = Se connecter et revenir
to-front = Vers l’accueil
gone-or-removed = Le voyage a été supprimé, ou vous n’en faites plus partie. Votre saisie n’a pas été enregistrée ; copiez ce dont vous avez besoin.
may-not-change = Vous ne pouvez plus modifier ce voyage. Votre saisie n’a pas été enregistrée ; copiez ce dont vous avez besoin.
discard = Abandonner votre saisie ?
undo = Annuler
upload = Envoyer le fichier
unsent = Le service était injoignable, ceci est donc peut-être déjà enregistré. Votre saisie est toujours là : réessayez.
warnings = À savoir
saving = Enregistrement…
restored = Votre saisie a été rétablie.
unsaved = Saisi, mais pas encore enregistré :
discard-draft = Abandonner
saved-on = Enregistré le
you-are-offline = vous êtes hors ligne
waiting = en attente du réseau
offline-title = Vous êtes hors ligne
offline-text = Les voyages que vous avez ouverts sur cet appareil se lisent sans réseau.
saved-trips = Enregistrés sur cet appareil
try-again = Réessayer

## Forms

cancel = Annuler
save = Enregistrer
yes = oui
no = non
nothing = rien
present-value = Enregistré à présent :
not-saved = Pas encore enregistré.
see-marked = Vérifiez les champs signalés.
gone = Supprimé entre-temps
gone-text = Quelqu’un d’autre a supprimé ceci depuis que vous l’avez ouvert. Votre saisie est ci-dessous.
session-ended = Votre session a expiré. Votre saisie est conservée : connectez-vous, puis enregistrez-la.
too-long-to-carry = Votre session a expiré, et ceci est trop long pour être repris après la connexion. Rien n’est encore enregistré : connectez-vous dans un autre onglet, puis revenez au formulaire et enregistrez-le.
not-sent = Pas encore envoyé
draft = Vous êtes de nouveau connecté. Rien n’est encore enregistré : relisez tout et envoyez. Les mots de passe manquent.
send-again = Envoyer de nouveau
description = Description
add = Ajouter
edit = Modifier
remove = Supprimer
day = Jour
start = Début
end = Fin
location = Lieu
more = Plus
say-where = Préciser le lieu
where-it-is = Où c’est
is-at = Sur la carte à
not-found-yet = Pas encore sur la carte.
known-street = seule la rue est connue
known-town = seule la ville est connue
known-region = seule la région est connue
from-stop-before = à { $length } de l’étape précédente
look-up-again = Chercher à nouveau
search-place = Chercher un lieu
no-suggestions = Aucun lieu trouvé. Essayez un autre nom, ou placez-le sur la carte.
by-coordinates = Par coordonnées ou sur une carte
choose = Choisir
suggestions = Suggestions
suggested = suggestions
pick-on-map = Touchez l’endroit sur la carte.
no-streets = Touchez un nom ci-dessous pour le voir sur un plan des rues.
no-street-map = Ce service n’a pas de plan des rues. Qui l’exploite peut en ajouter un avec le réglage MAPS.
public-maps = Rues et sites par OpenStreetMap : les lieux saisis ou cherchés et les adresses réseau des visiteurs sont transmis à ses services publics.

## Front page

front-title = Planifiez vos voyages ensemble
front-lead = Où aller et dans quel ordre, qui vient, ce que cela coûte et qui a payé. Une seule page pour tous ceux qui voyagent.
front-picture = Un itinéraire par trois lieux sur une carte
features = Ce que vous pouvez faire
by-day = Jour après jour
by-day-text = Chaque jour avec sa date, ses lieux et les heures locales. Déplacez une étape, un jour ou tout le voyage.
on-map = Sur la carte
on-map-text = Chaque étape a son numéro, chaque jour sa couleur et son trajet.
fair-shares = Partage équitable
fair-shares-text = Qui partage quoi, qui a payé, et le moins de paiements possible pour être quittes.
yours = À vous
yours-text = Privé tant que vous ne partagez pas. Ni traceurs, ni publicité. Lisible aussi sans réseau.
developers-title = Pour les programmes
developers-text = Tout existe aussi comme interface HTTP.

## Sign-up and sign-in

sign-up-lead = Un nom que les autres voient, un nom d’utilisateur pour vous trouver, et un mot de passe.
your-name = Votre nom
username = Nom d’utilisateur
username-hint = Jusqu’à 39 lettres (a à z), chiffres, points, tirets et tirets bas, sans espaces
email-optional = E-mail (facultatif)
password = Mot de passe
password-hint = 8 à 128 caractères
has-account = Vous avez déjà un compte ?
has-no-account = Pas encore de compte ?
sign-in-returns = Connectez-vous pour continuer.
bad-credentials = Le nom d’utilisateur et le mot de passe ne correspondent pas.
taken = est déjà pris

## Account

profile = Profil
about-you = À propos de vous
interests = Centres d’intérêt
interests-hint = Un par ligne
privacy = Confidentialité et langue
private-account = Les autres ne voient que mon nom, mon nom d’utilisateur et ma photo
share-email = Les personnes de mes voyages voient mon adresse e-mail
picture = Photo
your-picture = Votre photo
new-picture = Nouvelle photo
present-password = Mot de passe actuel
new-password = Nouveau mot de passe
change-password = Changer de mot de passe
wrong-password = n’est pas votre mot de passe
password-ends-sessions = Un nouveau mot de passe déconnecte tous les autres appareils.
sessions = Sessions
sessions-text = Déconnecte tous les appareils et met fin à tout accès des programmes et à vos liens de calendrier.
sign-out-everywhere = Se déconnecter partout
delete-account = Supprimer le compte
delete-account-lead = Avec tous les voyages qui vous appartiennent.
delete-account-text = Votre compte, les voyages qui vous appartiennent et leurs photos sont supprimés. Vous quittez tous les autres voyages. C’est définitif.
export-account = Vos données
export-account-text = Un fichier avec votre profil, vos réglages, vos photos et les voyages auxquels vous participez. Gardez-le pour vous : il contient votre adresse e-mail.
export-account-file = Télécharger vos données

## List of trips

mailbox = Boîte aux lettres des réservations
mailbox-text = Transférez vos mails de réservation à cette adresse. Ce qui y est lu attend ici que vous l’ajoutiez à un voyage ; les mails eux-mêmes ne sont pas conservés. Toute personne qui connaît l’adresse peut vous envoyer des propositions.
proposals = Réservations reçues
no-proposals = Rien n’est arrivé.
which-trip = Voyage
new-trip = Nouveau voyage
create-trip = Créer le voyage
no-trips = Pas encore de voyages
no-trips-text = Donnez un nom au premier. Les dates, les lieux et les personnes peuvent attendre.
older = Plus anciens
trip-name-hint = Par exemple « Une semaine à Lisbonne »
search = Rechercher
search-trips = Rechercher dans mes voyages
my-role = Mon rôle
all-trips = Tous les voyages
nothing-found = Aucun voyage n’a tous ces mots.

## List of trips, copies, dates and photos

trips-under-way = En cours
trips-ahead = À venir
trips-undated = Sans dates
trips-past = Passés
trips-of-others = D’autres vous ont ajouté à ces voyages
trips-of-others-text = Ils comptent pour vous dès que vous les gardez ou y écrivez. Qui quitte un voyage ne le voit plus.
keep-trips = Garder ceux qui sont cochés
leave-trips = Quitter ceux qui sont cochés
copy-trip = Copier ce voyage
copy-lead = Crée un nouveau voyage à vous. Les paiements, les liens et les numéros de réservation restent ici.
copy-start-hint = Toutes les dates suivent. Si le champ est vide, elles ne changent pas.
copy-with = Ce qui est repris
make-copy = Créer la copie
done-copied = Copié. Voici le nouveau voyage.
import-into = Ajouter depuis un fichier
import-into-lead = Le contenu du fichier est ajouté à ce voyage : étapes à leurs dates ou après le dernier jour, lieux, points et tracés sur la carte. Rien de ce qui est là ne change, sauf les étapes de la même réservation.
plan-if-first-day-changes = Si le premier jour change, ce qui est prévu
plan-moves = se déplace d’autant de jours
plan-stays = reste à ses dates
remove-ticked = Supprimer les photos cochées
back-to-photos = Toutes les photos
previous = Précédente
next = Suivante
caption = Légende
use-as-main = Utiliser comme image du voyage
photo-sooner = Avancer
photo-later = Reculer
in-days =
    { $days ->
        [1] Demain
       *[other] Dans { $days } jours
    }
day-of-trip = Jour { $day } sur { $days }
photo-of = Photo { $number } sur { $total }
choose-of = Choisir { $name }
remove-photos =
    { $number ->
        [one] Supprimer { $number } photo
       *[other] Supprimer { $number } photos
    }
not-a-picture = « { $file } » n’est pas une image qui peut être ajoutée. Choisissez JPEG, PNG, WebP ou GIF.
picture-too-large = « { $file } » est trop grande : 20 Mio et 50 mégapixels au plus.
added-of-file =
    Ajouté à ce voyage : { $items ->
        [one] { $items } étape dans l’itinéraire
       *[other] { $items } étapes dans l’itinéraire
    }, { $places ->
        [one] { $places } lieu sur la carte
       *[other] { $places } lieux sur la carte
    }{ $tracks ->
        [0] {""}
        [one] , { $tracks } tracé
       *[other] , { $tracks } tracés
    }, { $photos ->
        [one] { $photos } photo
       *[other] { $photos } photos
    }.
outside-dates =
    { $number ->
        [one] { $number } étape est hors du premier et du dernier jour :
       *[other] { $number } étapes sont hors du premier et du dernier jour :
    }
picture-damaged = « { $file } » est illisible : le fichier est endommagé ou incomplet.
nothing-added = Rien n’a été ajouté.
done-none-ticked = Cochez d’abord les photos à supprimer.

## Import

import = Importer
import-trip = Importer un voyage
import-lead = Un fichier devient un nouveau voyage que vous seul voyez.
import-formats = Une archive de Wayfare (.zip), GPX, KML, KMZ, GeoJSON, iCalendar, une réservation (message, carte, page, JSON-LD ou texte d’une carte d’embarquement) ou un export de Splitwise, Spliit, ihatemoney, Cospend, Tricount, Google Takeout, TripIt, Polarsteps, AdventureLog ou TRIP, de 20 Mio au plus ; archives de voyages, 512 Mio
file = Fichier
no-file = Choisissez d’abord un fichier.
not-imported = Le fichier n’a pas été importé, et rien n’a été enregistré.
import-too-large = Le fichier est trop grand : 20 Mio au plus, 512 Mio pour les archives de voyages.
preview = Aperçu
preview-hint = Rien n’est encore enregistré. Si cela vous convient, importez-le. Si le fichier n’est plus nommé ci-dessous, choisissez-le d’abord à nouveau.
changes = Changements d’étapes existantes
format = Format

## A trip and its settings

no-dates = Pas encore de dates
public = Public
private = Privé
trip-name = Nom du voyage
first-day = Premier jour
last-day = Dernier jour
is-public = Toute personne qui a l’adresse peut lire ce voyage
views = Vues du voyage
costs = Dépenses
lists = Listes
edit-trip = Modifier le voyage
sign-in-to-edit = Se connecter pour modifier
days = Jours
changed-last = Dernière modification :
somebody = Quelqu’un
trip-gone = Vous ne pouvez plus voir ce voyage : il a été supprimé, vous en avez été retiré, ou vous êtes déconnecté.
estimate-from = Estimation basse
estimate-to = Estimation haute
shift = Décaler tout le voyage
shift-button = Décaler tous les jours
shift-hint = De combien de jours ? -2 : deux jours plus tôt.
delete-trip = Supprimer le voyage
delete-trip-text = Son itinéraire, son budget et ses photos sont supprimés pour tous. C’est définitif.

## Itinerary

itinerary = Itinéraire
no-items = Rien n’est encore prévu.
no-items-editor = Rien n’est encore prévu. Commencez par ce qui est sûr : un vol, un lit, un lieu à voir.
add-item = Ajouter à l’itinéraire
move = Déplacer
up = Monter
down = Descendre
earlier = Un jour plus tôt
later = Un jour plus tard
duplicate = Dupliquer
remove-item = Retirer de l’itinéraire
remove-item-text = Ses heures et ses coûts disparaissent aussi.
place-or-title = Lieu ou titre
title-hint = Une heure peut précéder : 15:30 Musée
kind = Type
zone-of-place = Heure locale
location-hint = Une adresse, un lieu ou des coordonnées ; recherché si vide
coordinates = Coordonnées
coordinates-hint = Degrés nord et est, par exemple 38.6916, -9.2160. Vide : recherché.
end-place = Arrivée à
end-place-hint = Où le trajet se termine, si son nom ne le dit pas
start-zone = Fuseau horaire du départ
end-zone = Fuseau horaire de l’arrivée
zone-hint = Une ville comme Lisbonne ou un nom comme Europe/Lisbon ; vide pour celui du lieu
trip-zone = Fuseau horaire
trip-zone-hint = Pour les heures sans lieu : une ville comme Lisbonne ou un nom comme Europe/Lisbon
move-to-day = Mettre à un autre jour
move-hint = Ses heures se décalent d’autant de jours.
last-of-stay = Dernier jour
photo-links = Liens vers des photos
photo-links-hint = Un par ligne : l’adresse, puis ce qu’on y voit

## Rows of the itinerary

today = Aujourd’hui
confirmation = Numéro de réservation
one-night = 1 nuit
kind-flight = Vol
kind-train = Train
kind-bus = Bus
kind-car = Voiture
kind-ferry = Ferry
kind-walk = À pied
kind-travel = Trajet
kind-stay = Hébergement
kind-food = Repas
kind-sight = Visite
kind-activity = Activité
kind-other = Autre
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

length = Durée
length-hint = Par exemple 1:30 ou 90 min, à la place d’une fin
time-hint = Par exemple 15:30, heure locale ; pour un autre jour, 2026-05-02 15:30
next-day-hint = Heure locale ; avant le début, c’est le lendemain
arrival-hint = Heure locale d’arrivée : la première après le départ
departure = Départ
arrival = Arrivée
check-in = Arrivée à l’hébergement
check-out = Départ de l’hébergement
origin = De
target = À
own-title = Titre
own-title-hint = Vide pour les noms des deux lieux
sure = Oui, c’est bien ce jour
refused-clock = écrivez l’heure comme 15:30
refused-length = écrivez la durée comme 1:30 ou 90 min
refused-both = laissez l’une des deux vide : la fin ou la durée
refused-far-day = c’est plus de 30 jours après le dernier jour du voyage : changez-le, ou cochez la case si c’est voulu
refused-far-time = c’est à plus de 30 jours du voyage : vérifiez le mois et l’année, ou cochez la case si c’est voulu
refused-unsure = cochez cette case si c’est voulu
refused-no-way = dites où cela commence et où cela finit
refused-far-move = c’est plus de 30 jours après le dernier jour du voyage : donnez d’abord au voyage un dernier jour plus tardif
done-by-time = Cela reste à sa place : ce qui a une heure suit l’ordre des heures.
error-picture-text = Ce fichier n’est pas une image lisible. Choisissez un fichier JPEG, PNG, WebP ou GIF.
empty-category = Sans indication : { $category }
moved-to = Déplacé au jour { $day }.
moved-to-time = Déplacé au jour { $day } : placé selon son heure, { $time }.

## Budget

base-currency = Devise du voyage
money = Coûts
cost = Coût
estimate = Estimation
currency = Devise
category = Catégorie
who-paid = Qui a payé
several = Plusieurs, ou une partie
not-paid-yet = Pas encore payé
planned = Prévu, pas encore payé
refund-hint = Pour un remboursement, mettez un moins devant le montant
for-whom = Pour qui
split = Comment partager
split-equally = À parts égales
split-by-parts = Par parts, comme 2 : 1
split-by-amounts = Par montants
add-expense = Ajouter une dépense
all-costs = Toutes les dépenses
what-for = Pour quoi
date = Date
date-optional = Date (facultative)
empty-for-today = Sans indication : aujourd’hui
remove-expense = Supprimer cette dépense
remove-expense-text = Le montant et qui a payé disparaissent aussi.
rates = Taux de change
rates-hint = Sans indication : le taux habituel
rate-hint = Un nombre, ou une fraction comme 1/195.
other-currency = Autre devise
use-rate = Utiliser ce taux
which-way-round = Sens du taux
sure-rate = Oui, c’est bien ce taux
budget = Budget
trip-budget = Coûts de tout le voyage
total-cost = Total
total-paid = Payé
no-costs = Pas encore de coûts. Ajoutez une dépense, ou le prix d’une étape.
chart = Coûts par catégorie en barres ; les chiffres sont dans le tableau ci-dessous
by-category = Par catégorie
by-person = Par personne
person = Personne
nobody-yet = Encore personne
paid = Payé
expenditures = Autres dépenses
you-owe = Vous devez
you-get-back = On vous doit
your-balance = Votre solde
you-are-even = Vous êtes quitte
planned-for-you = Prévu pour vous, pas encore payé
who-owes-whom = Qui doit quoi à qui
all-settled = Tout est réglé.
mark-as-paid = Marquer comme payé
recorded-payments = Paiements notés
not-all-counted = Tout n’est pas encore compté : il manque des taux de change.
how-worked-out = Comment c’est calculé
other-payment = Noter un paiement
record = Noter
to-whom = À qui
amount = Montant
note = Note
beyond-cost = Partagé au-delà du coût
left = Reste
excess = En trop
rest = à parts égales entre

## Lists of what is to do

new-list = Nouvelle liste
list-name = Nom de la liste
list-packing = Bagages
list-before-leaving = Avant le départ
list-shopping = Courses
edit-list = Modifier la liste
which-list = Liste
who-does-it = Qui s’en charge
still-to-do = Encore à faire
tick-several = En cocher plusieurs
done-entry-gone = Quelqu’un a supprimé cela entre-temps.
refused-lists = est de trop : un voyage a au plus 20 listes
refused-list-gone = doit être une autre : quelqu’un a supprimé cette liste
new-entry-in = Nouvelle entrée dans { $name }
number-done =
    { $number ->
        [one] { $number } fait
       *[other] { $number } faits
    }
entries-go =
    { $number ->
        [0] Elle est vide.
        [one] Son entrée disparaît aussi.
       *[other] Ses { $number } entrées disparaissent aussi.
    }

## Lines of the map

tracks = Tracés
remove-track-text = La ligne disparaît de la carte, pour tout le monde.
track-number = Tracé { $number }

## To-do, places, photos and notes

todo = À faire
no-todo = Rien à faire.
empty-list = Rien sur cette liste pour l’instant.
done = Fait
new-todo = Nouvelle tâche
todo-entry = Tâche
places = Lieux
no-places = Pas encore de lieux.
new-place = Nouveau lieu
place-name = Nom du lieu
edit-place = Modifier le lieu
photos = Photos
no-photos = Pas encore de photos.
add-photos = Ajouter des photos
first-frame = D’une image animée, la première vue est gardée.
main-picture = Image du voyage
remove-main-picture = Retirer l’image du voyage
notes = Notes
notes-hint = Texte, avec # titres et mots en **gras**, ou HTML simple
remove-photo-text = La photo est supprimée pour tous. C’est définitif.
tickets = Billets et fichiers
add-file = Ajouter un fichier
files-hint = Billets, réservations et documents. Seuls les participants du voyage les voient ; une photo garde ce que l’appareil y a inscrit, par exemple le lieu de prise de vue.
remove-file-text = Le fichier est supprimé pour tous. C’est définitif.

## Booklet

add-notes = Ajouter des notes
booklet = Carnet à imprimer
booklet-costs = Avec les dépenses
booklet-show = Afficher
booklet-print = Imprimer

## Map and locations

address = Adresse
map = Carte
no-map = Ajoutez un lieu : il apparaîtra ici.
map-of-trip = Carte du voyage ; la liste ci-dessous nomme ses repères
zoom-in = Agrandir
zoom-out = Réduire
whole-map = Tout afficher
not-on-map = Pas sur la carte
locations = Repères
new-location = Ajouter un repère
edit-location = Modifier le repère
transportation = Comment y aller
way-there = Par
distance = Kilomètres
minutes = Minutes

## Files and calendar

files = Fichiers et calendrier
calendar-feed = Lien du calendrier
calendar-feed-text = Un lien secret que lisent les applications de calendrier. Un nouveau remplace le précédent.
calendar-once = Copiez-le maintenant : il ne sera plus affiché. Quiconque l’a peut lire le calendrier.
open-calendar = Ouvrir dans un agenda
new-address = Nouveau lien
end-address = Ne plus partager
calendar-of-all = Calendrier de tous les voyages

## Share links

share-links = Liens de partage
share-links-text = Pour ceux qui n’ont pas de compte : qui a le lien lit les parties que vous choisissez.
new-link = Nouveau lien de partage
make-link = Créer le lien
link-label = Pour qui (une note pour vous)
link-parts = Ce qu’il montre
link-expires = Dernier jour (vide : 90 jours après le voyage)
link-password = Mot de passe du lien (facultatif)
link-has-password = avec mot de passe
link-never-ends = sans fin
end-link = Désactiver ce lien
shared-trip = Voyage partagé
shared-password = Ce voyage est partagé avec un mot de passe.
wrong-link-password = Ce n’est pas le mot de passe du lien.
open = Ouvrir
share-link = lien de partage
edit-link = Modifier le lien de partage
link-last-day = Dernier jour (vide pour aucune fin)
link-new-password = Nouveau mot de passe (vide pour garder l’actuel)
link-no-password = Plus de mot de passe

## Settlement explained

explained = Qui doit quoi à qui, pas à pas
explained-file = Ces lignes en fichier (CSV)
for = Objet
share = Part
in-all = En tout
no-rate = pas de taux
rounding = Arrondi
is-even = A payé exactement sa part.

## Keys for programs

key = Clé
keys = Clés pour programmes
keys-text = Avec une clé, un programme lit vos voyages, ou les modifie, sans votre mot de passe. Il ne peut pas modifier votre compte.
new-key = Nouvelle clé
make-key = Créer la clé
key-name = À quoi elle sert (une note pour vous)
key-may = Ce que le programme peut faire
key-reads = lire
key-writes = lire et modifier
key-trips = Avec quels voyages
key-all-trips = tous les voyages
key-some-trips = seulement ceux cochés ci-dessous
key-other-trip = un voyage dont vous ne faites pas partie
key-last-day = Dernier jour (vide pour aucune fin)
key-unused = pas encore utilisée
key-never-ends = sans fin
key-once = Copiez-la maintenant : elle ne sera plus affichée. Quiconque l’a peut faire ce que vous avez choisi.
copy = Copier
copied = Copié.
delete-key = Supprimer
delete-key-text = Le programme qui utilise cette clé perd aussitôt l’accès.

## Assistants

assistants = Assistants
assistants-text = Un assistant lit ou modifie vos voyages sans votre mot de passe. Il ne peut ni modifier votre compte, ni partager ou supprimer un voyage.
end-assistant = Mettre fin
end-assistant-text = L’assistant perd aussitôt l’accès.
allow = Autoriser
no-application = Cette application ne peut pas faire de demande
no-application-text = L’adresse qui la décrit manque, est illisible, ou demande ce qui n’est pas accordé ici. Rien n’a été autorisé et vous n’avez été envoyé nulle part.

## Confirming an address

confirm-title = Est-ce votre adresse e-mail ?
confirm-button = Confirmer l’adresse
is-confirmed = Cette adresse est confirmée.
not-confirmed = Votre adresse e-mail n’est pas encore confirmée. D’ici là, vous ne pouvez ni vous connecter avec elle, ni recevoir un nouveau mot de passe par mail. Cherchez notre mail, ou faites-le renvoyer.
confirm-again = Renvoyer le mail
undo-email-title = Reprendre votre adresse e-mail ?
undo-email-button = La reprendre et mettre fin à toutes les sessions
current-for-email = Nécessaire pour modifier ou retirer l’adresse e-mail.
sign-in-too-old = demande une connexion de moins de dix minutes : déconnectez-vous, puis reconnectez-vous

## Refusing invitations

refuse-title = Ne plus recevoir d’invitations par mail ?
refuse-text = Plus personne ne pourra alors envoyer d’invitation par ce service à l’adresse du mail qui vous a mené ici. Les liens qu’on vous donne fonctionnent toujours.
refuse-button = Ne plus en envoyer
is-refused = Cette adresse ne reçoit plus d’invitations de ce service.

## A forgotten password

forgotten = Mot de passe oublié ?
forgotten-lead = Saisissez votre nom d’utilisateur ou votre adresse e-mail. S’il existe un tel compte avec une adresse confirmée, nous y envoyons un lien pour un nouveau mot de passe.
forgotten-sent = S’il existe un tel compte et que son adresse est confirmée, un mail est en route. Son lien est valable une heure. Rien n’arrive ? Regardez dans les indésirables, ou redemandez plus tard : seuls quelques mails partent par heure.
forgotten-no-mail = Ce service n’envoie pas de mails. Pour un nouveau mot de passe, adressez-vous à
the-operator = la personne qui le gère
login = Nom d’utilisateur ou e-mail
send-link = Envoyer le lien
reset-title = Choisissez un nouveau mot de passe
reset-lead = Il déconnecte tous les appareils.

## Elsewhere

mail-language = Langue des pages et des mails
language-of-browser = Celle de mon navigateur
invite-by-mail = Envoyer à (une adresse e-mail, facultatif)

## Signing in elsewhere

send-when-signed-in = Connectez-vous là-bas dans le nouvel onglet, puis revenez ici et envoyez de nouveau votre saisie.
sign-in-not-begun = Cette connexion n’a pas commencé dans ce navigateur, ou a pris plus de dix minutes. Réessayez.
sign-in-cancelled = Vous y avez annulé la connexion.
sign-in-failed = La connexion n’y a pas réussi. Réessayez.
undo-joining = Annuler

## The people of a trip

people = Participants
make-owner = Confier le voyage
leave = Quitter le voyage
leave-title = Quitter ce voyage ?
leave-text = Vous ne le verrez plus. Seuls son responsable ou une invitation vous y ramènent. Ce que vous avez partagé et payé reste dans les coûts.
make-editor = Laisser modifier
make-viewer = Lecture seule
no-account = sans compte
add-by-name = Ajouter par nom
add-by-name-hint = Pour des coûts que partage quelqu’un sans compte. La personne peut venir plus tard par une invitation, et dire qui elle est.
name-of-person = Nom
rename = Renommer
party-in-use = Un coût ou un paiement nomme cette personne. Changez-le d’abord.
nobody-of-that-name = personne ici n’a ce nom d’utilisateur. Envoyez plutôt un lien d’invitation : quiconque l’ouvre peut rejoindre le voyage, avec un compte existant ou nouveau
on-trip-already = participe déjà au voyage
remove-person-text = Cette personne ne voit plus le voyage. Ce qu’elle a partagé et payé reste dans les coûts.
hand-over-text = Le nouveau responsable décide qui est du voyage et peut le supprimer. Vous y restez et pouvez le modifier. Liens de partage et invitations prennent fin.
invitations = Invitations
invitations-text = Qui ouvre le lien peut rejoindre le voyage, pendant 14 jours.
invitation = Lien d’invitation
invite = Inviter par lien
invite-to-read = Inviter en lecture seule
share-address = Envoyer

## An error page for visitors who are signed in

not-yours = Cette page n’existe pas, ou ne vous est pas destinée. Si quelqu’un voyage avec vous, demandez-lui un lien d’invitation.

## Joining by an invitation

which-are-you = Lequel de ces noms est le vôtre ?
which-are-you-hint = Ce que ce nom partage et a payé devient le vôtre.
none-of-these = Aucun
join = Rejoindre
sign-up-and-join = Rejoindre avec un nouveau compte
sign-in-and-join = J’ai un compte
party-taken = Quelqu’un d’autre vient de choisir ce nom. Choisissez de nouveau.

## Messages of finished edits

done-saved = Enregistré.
done-added = Ajouté.
done-created = Créé. Commencez par ce qui est sûr.
done-removed = Supprimé.
done-moved = Déplacé.
done-shifted = Tous les jours sont décalés.
done-ticked = Fait.
done-imported = Importé.
done-paid = Noté comme payé.
done-paid-already = C’était déjà noté comme payé.
done-not-owed = Rien n’a été noté : qui doit quoi à qui a changé depuis l’ouverture de cette page.
done-undone = Annulé.
done-uploaded = Fichier envoyé.
done-deleted = Le voyage est supprimé.
done-key-deleted = La clé est supprimée.
done-assistant-ended = L’assistant n’a plus accès.
done-shown = Cela existe déjà et n’est affiché qu’une fois. Si vous ne l’avez pas copié, refaites-en un.
done-ended = Le lien est désactivé.
done-invited = Le lien est prêt : copiez-le, ou envoyez-le.
done-joined = Vous êtes du voyage.
done-left = Vous avez quitté le voyage.
done-identity = Associé. Vous pouvez désormais vous connecter ainsi.
done-password = Le mot de passe est changé.
done-confirmed = Votre adresse e-mail est confirmée.
done-email-undone = Le compte a de nouveau cette adresse, et toutes les sessions sont terminées. Choisissez un nouveau mot de passe : demandez-le ici.
done-mailed = Le mail est en route.
done-signed-out = Vous êtes déconnecté.
done-account-deleted = Le compte est supprimé.

## Errors

error-not-found = Rien ici
error-not-permitted = Non autorisé
error-refused = Refusé
error-method = Impossible ici
error-too-large = Trop grand
error-too-many = Trop de requêtes
error-busy = Veuillez réessayer
error-client = Cela n’a pas marché
error-server = Un problème est survenu
error-not-found-text = Cette page n’existe pas, ou ne vous est pas destinée. Si quelqu’un l’a partagée avec vous, connectez-vous.
error-not-permitted-text = Votre compte ne peut pas faire cela. Un autre, peut-être.
error-too-many-text = Attendez un instant, puis réessayez.
error-refused-text = Rechargez la page, puis réessayez.
error-too-large-text = Choisissez un fichier plus petit, ou envoyez-en moins à la fois.
error-busy-text = Le service est très sollicité. Réessayez dans un instant.
error-other-text = Revenez en arrière et réessayez.

## Categories of costs

category-activities = Activités
category-accommodation = Hébergement
category-food = Repas et restaurants
category-transportation = Transports
category-gifts = Cadeaux et souvenirs
category-other = Autre

## Formats of files

format-ics = Calendrier (iCalendar)
format-gpx = Points et itinéraires (GPX)
format-kml = Carte (KML)
format-geojson = Carte (GeoJSON)
format-csv = Coûts (CSV)
format-settlement = Qui doit quoi à qui, ligne par ligne (CSV)
format-zip = Tout (archive)

## Roles

role-owner = responsable
role-editor = peut modifier
role-viewer = peut lire
invited-as-viewer = Vous pouvez tout lire.
invited-as-editor = Vous pouvez tout lire et modifier.

## What is wrong with a field, from the pages

refused-empty = ne doit pas être vide
refused-not-one-of-us = doit être l’une des personnes
refused-date = doit être une date, par exemple 2026-05-01
refused-time = doit être une date et une heure, par exemple 2026-05-01 09:00
refused-point = doit être des degrés nord et est, par exemple 38.6916, -9.2160
refused-base = ne doit pas être la devise des totaux
refused-after-last-day = ne doit pas être après le dernier jour
refused-has-rate = a déjà un taux
refused-rate = doit être un nombre supérieur à 0
refused-pair = doit nommer les deux devises, par exemple 1 GBP = 195 JPY
refused-other-currency = doit être la devise de ce taux
refused-same-name = est déjà le nom d’une personne du voyage : ajoutez ce qui les distingue, par exemple un nom de famille
refused-too-many = a trop d’entrées

## Sentences

sentence = { $text }.
two-amounts = peut vouloir dire { $first } ou { $second } ; saisissez l’un des deux
day-number = Jour { $number }
and-more =
    { $count ->
        [one] … et { $count } autre
       *[other] … et { $count } autres
    }
empty-days = Jours { $from } à { $to } : rien de prévu
add-to-day = Ajouter au jour { $number }
night = Nuit { $number } sur { $nights }
day-of = Jour { $number } sur { $days }
item-not-on-map = { $name } n’est pas sur la carte.
photo = Photo { $number }
about = environ { $amount }
label-of = { $label } : { $name }
before-value = { $label } :
edit-of = Modifier { $name }
remove-of = Supprimer { $name }
removal-of = Retirer { $name } du voyage ?
handover-to = Confier le voyage à { $name } ?
invited-by = { $name } vous invite à ce voyage.
delete-of = Supprimer { $name } ?
further-warnings = et { $number } de plus, que l’aperçu du fichier énumère
mark-paid-of = Marquer comme payé : { $from } à { $to }
owes = { $from } doit { $amount } à { $to }
has-paid = { $from } a payé { $amount } à { $to }
unconverted = Pas dans les totaux, faute de taux pour cette devise : { $amount }
worth-of-one = 1 { $currency } en { $base }, ou 1 { $base } en { $currency }
rate-into = Taux en { $base }
usual-rate = Sans indication, le taux de référence du { $day } : { $rate }
far-rate = veut dire { $typed }, alors que le taux de référence est { $usual } : inversez-le, corrigez-le, ou cochez la case si c’est voulu
amount-of = { $currency } que { $from } paie à { $to }
currency-hint = Tous les totaux du voyage sont dans cette devise. Sans indication : { $base }
empty-currency = Sans indication : { $base }
times-in =
    { $zone ->
        [UTC] Heure UTC
       *[other] Heure de { $zone }
    }
share-of = Part de { $name }
paid-by = { $name } a payé
several-paid = { $names } ont payé
refunded-to = Remboursé à { $names }
part-paid = { $names } : { $part } payés sur { $total }
left-out = Pas dans ces totaux, car son taux de change est inconnu : { $amount }
payment-to = Paiement à { $name }
payment-from = Paiement de { $name }
gets-back = A payé { $amount } de plus que sa part.
owes-still = A payé { $amount } de moins que sa part.
owes-no-more = Après cela, { $name } ne doit plus rien.
owes-besides = { $name } doit encore { $amount }.
gets-no-more = { $name } a alors tout récupéré.
gets-besides = { $name } reçoit encore { $amount }.
at-own-rate = { $amount } à { $rate }, le taux de ce voyage
at-paid-rate = { $amount } à { $rate }, le taux des paiements
at-reference-rate = { $amount } à { $rate }, le taux de référence du { $day }
key-used = utilisée le { $day }
until = jusqu’au { $day }
stale = { $name } a modifié la même chose entre-temps. Votre saisie est ci-dessous, la sienne à côté. Enregistrez à nouveau pour la remplacer.
changed-by = { $name } a modifié { $what }
added-by = { $name } a ajouté { $what }
removed-by = { $name } a supprimé { $what }
moved-by = { $name } a déplacé { $what } : { $when }
form-changed-by = { $name } a modifié ce que montre ce formulaire. Votre saisie reste : l’enregistrement garde les deux, et demande là où vous avez modifié la même chose.
local-time = heure locale, { $difference }
from-time = à partir de { $time }
until-time = jusqu’à { $time }
number-of-people =
    { $number ->
        [one] { $number } personne
       *[other] { $number } personnes
    }
number-of-stops =
    { $number ->
        [0] rien de prévu
        [one] { $number } étape
       *[other] { $number } étapes
    }
still-pays-outside = { $name } a reçu { $amount } d’un remboursement que personne ne partage encore
gets-from-outside = { $name } a payé { $amount } que personne ne partage encore
joined-of =
    { $used ->
        [one] { $used } personne sur { $uses } a rejoint le voyage
       *[other] { $used } personnes sur { $uses } ont rejoint le voyage
    }
number-joined =
    { $used ->
        [one] { $used } personne a rejoint le voyage
       *[other] { $used } personnes ont rejoint le voyage
    }
confirm-text = Le compte { $username } a l’adresse { $email }. Si les deux sont à vous, confirmez.
undo-email-text = Le compte { $username } avait auparavant l’adresse { $email }. Si quelqu’un d’autre l’a modifiée, reprenez-la. Toutes les personnes connectées au compte seront déconnectées.
allow-title = Laisser { $name } utiliser vos voyages ?
allow-text = L’application de { $host } demande à agir pour le compte { $username }. Le nom qu’elle se donne n’a été vérifié par personne : regardez l’adresse.
allow-back = Avec votre accord, vous revenez à { $host }.
sign-in-with = Se connecter avec { $name }
join-with = Associer à { $name }
provider-away = { $name } ne répond pas pour le moment. Réessayez bientôt.
not-joined = Associez ce compte à votre compte chez { $name }, pour vous connecter avec lui désormais.
joined-on = Associé le { $date } : vous pouvez vous connecter avec { $name }.
only-way = C’est impossible à annuler : { $name } est le seul moyen de se connecter à ce compte.
identity-invalid = La réponse de { $name } n’est pas valable. Réessayez.
identity-not-in-group = Votre compte chez { $name } ne peut pas utiliser ce service. Demandez à la personne qui le gère.
identity-unknown = Aucun compte ici n’est associé à votre compte chez { $name }. Si vous en avez un, connectez-vous avec son mot de passe et associez-les sur la page Compte ; sinon, créez d’abord un compte.
identity-unknown-here = Aucun compte ici n’est associé à votre compte chez { $name }. Demandez à la personne qui gère ce service.
identity-taken = Votre compte chez { $name } est associé à un autre compte ici, ou celui-ci à un autre compte là-bas. Défaites d’abord ce lien.

## Reasons of the domain and of the service, which pages show at their fields

reason-not-negative = ne doit pas être négatif
reason-refund = ne doit pas dépasser 0 dans un remboursement
reason-sign = doit avoir le signe des autres coûts et paiements
reason-number = doit être un nombre
reason-too-large = est un nombre trop grand
reason-at-most = doit être au plus { $first }
reason-at-least = doit être au moins -{ $first }
reason-currency = doit être un code de devise ISO 4217, par exemple « CAD »
reason-nul = ne doit pas contenir de caractère NUL
reason-zone = doit être le nom d’un fuseau horaire, par exemple « Europe/Lisbon »
reason-point = doit être un point sur la Terre
reason-from-one = doit être au moins 1
reason-http = doit être une adresse http ou https
reason-link = doit être une adresse http, https ou mailto
reason-rate = doit être un nombre supérieur à 0, par exemple « 0.62 »
reason-above-zero = doit être supérieur à 0
reason-email = doit être une adresse e-mail
reason-years = doit être dans les années 1 à 9999
reason-past = ne doit pas être dans le passé
reason-section = doit nommer au moins une partie
reason-trip = doit nommer au moins un voyage
reason-trips = doit nommer au plus { $first } voyages
reason-username = doit avoir 1 à 39 lettres (a à z), chiffres, « _ », « . » ou « - », sans espaces, et ne commencer par aucun des deux derniers
reason-day = doit être un jour, par exemple « 2026-05-01 »
reason-time = doit être une heure, par exemple « 2026-05-01T09:00:00Z »
reason-digits = doit avoir au plus { $first } chiffres
reason-places = doit avoir au plus { $first } décimales
reason-no-places = doit être un nombre entier, car cette devise n’a pas de décimales
reason-characters = doit avoir au plus { $first } caractères
reason-length = doit avoir { $first } à { $second } caractères
reason-entries = doit avoir au plus { $first } entrées
reason-with-owner = doit avoir au plus { $first } personnes, responsable compris
reason-people = doit nommer au plus { $first } personnes
reason-photos = doit avoir au plus { $first } photos
reason-items = ne peut pas être ajouté : le voyage a { $first } étapes
reason-left = doit faire { $first } au total : il reste { $second }
reason-excess = doit faire { $first } au total : { $second } de trop
reason-parts = doit avoir un nombre pour quelqu’un, sauf si le partage est égal
reason-somebody = doit nommer au moins une personne
reason-end = ne doit pas être avant le début
reason-start = ne doit pas être après la fin
reason-low = ne doit pas dépasser l’estimation haute
reason-high = ne doit pas être sous l’estimation basse
reason-shift = doit être un nombre entier de -{ $first } à { $second }
reason-payer = ne doit pas être la personne qui a payé
reason-base = ne doit pas être la devise du voyage
reason-twice = ne doit pas figurer deux fois
reason-no-mail = ne peut pas être envoyé : ce service n’envoie pas de mails
reason-recipient-limit = ne reçoit plus d’invitations par mail pour l’instant : invitez sans adresse, et envoyez le lien vous-même
reason-room = il n’y a pas de place pour les photos dans votre compte
reason-trip-room = il n’y a pas de place pour le voyage dans votre compte
reason-member-of = ferait plus que les { $first } participations qu’un compte peut avoir ou donner
reason-owner-of = ferait plus que les { $first } voyages qu’un compte peut posséder
reason-no-trip = n’est pas un de vos voyages
reason-own-trip = est votre propre voyage
reason-handed-over = est à vous : qui vous l’a cédé n’est plus du voyage
reason-invitations = un voyage a au plus { $first } invitations
reason-links = un voyage a au plus { $first } liens
reason-nested = est trop imbriqué, ou laisse trop de mises en forme ouvertes
reason-no-rate = n’a pas de taux dans ce voyage, ni de taux de référence ce jour-là ou avant
reason-payments = un voyage a au plus { $first } paiements enregistrés
reason-member = doit être une personne du voyage
reason-no-member = ne participe pas au voyage
reason-visible-trip = doit être un voyage que vous pouvez voir
reason-files = doit avoir au plus { $first } fichiers

## What an import says of a file

warning-overlay = une superposition ou un lien est laissé de côté
warning-area = une zone ou une ligne est laissée de côté
warning-place-dates = les dates d’un lieu sont laissées de côté
warning-time = une heure est laissée de côté : elle est illisible
warning-feature = ce qui n’est ni un point ni une ligne est laissé de côté
warning-point = un point n’a pas de coordonnées valides
warning-lines = une ligne est laissée de côté : un voyage en a { $first } au plus
warning-short-line = une ligne de moins de deux points est laissée de côté
warning-simplified = une ligne est simplifiée
warning-no-end = un élément qui finit avant de commencer n’a pas de fin
warning-places = les lieux après les { $first } premiers sont des points de la carte
warning-dates = les dates sont laissées de côté : le début est après la fin
warning-location-dates = les dates d’un lieu sont laissées de côté : le début est après la fin
warning-descriptions = les points de la carte n’ont pas de description
warning-shortened = un texte est raccourci
warning-picture = une image manque
warning-file = un fichier de l’archive ne fait pas partie du voyage
warning-repeats = d’un événement répété, seule la première occurrence est gardée
warning-cancelled = un événement annulé est laissé de côté
warning-unreadable = un événement illisible est laissé de côté
warning-unknown-zone = un événement dans un fuseau horaire inconnu est laissé de côté
warning-unreadable-end = une fin illisible est laissée de côté
warning-old-version = une ancienne version d’un événement est laissée de côté
warning-repeats-left = d’un événement répété, seule la première occurrence qui reste est gardée
warning-other-hour = l’heure reste comme elle est écrite, non comme le fuseau du fichier le dit
warning-zone-begins = le fuseau du fichier commence plus tard, son premier décalage est pris
warning-startless = un événement sans début est laissé de côté
warning-never = un événement répété qui n’a jamais lieu est laissé de côté
warning-floating = une heure sans fuseau est celle du lieu
warning-line = une ligne de texte illisible est laissée de côté
warning-todo = une tâche est laissée de côté
warning-journal = une entrée de journal est laissée de côté
warning-component = ce qui n’est pas un événement est laissé de côté
warning-unnamed = le fichier n’a pas de nom : le voyage s’appelle « Imported trip »
warning-archive = les notes, listes, dépenses et paiements d’une archive sont laissés de côté
warning-found = situés d’après leur nom, sans coordonnées dans le fichier : { $first }
warning-lost = lieux introuvables : { $first }
warning-early = étapes avant le premier jour, ajoutées après le dernier : { $first }
warning-known-items = étapes laissées de côté, déjà dans le voyage : { $first }
warning-known-lines = lignes laissées de côté, déjà dans le voyage : { $first }
warning-known-payments = paiements laissés de côté, car chacun est déjà dans le voyage : { $first }
warning-kept = ce qui a été modifié ici depuis reste
warning-still-there = une réservation annulée est encore dans le voyage
warning-photos = un voyage a au plus { $first } photos : les autres sont laissées de côté
warning-unreadable-pictures = images laissées de côté, car illisibles : { $first }
warning-no-room = images laissées de côté, car le compte n’a plus de place : { $first }
warning-no-trip = un événement n’est d’aucun voyage du calendrier
warning-unreadable-line = un tracé illisible est laissé de côté
warning-payer = qui a payé est laissé de côté
warning-line-left-out = un tracé est laissé de côté
warning-lists = des listes sont laissées de côté : un voyage en a trop
warning-new-trips = nouveaux voyages : { $first }
warning-visit = une visite hors des dates du voyage est laissée de côté
warning-costs-date = une date illisible est laissée de côté
warning-costs-currency = ce qui est dans une monnaie inconnue est laissé de côté
warning-costs-nothing = une dépense sans montant est laissée de côté
warning-costs-sum = les parts d’une dépense ne font pas le total payé
warning-costs-names = les personnes du même nom portent un numéro
warning-costs-totals = des soldes diffèrent des totaux du fichier
warning-costs-uneven = les soldes qui ne tombent pas juste sont arrondis pour que la somme soit exacte
warning-costs-signs = pour des montants des deux signes, c’est le reste de chacun qui compte
warning-costs-row = une ligne illisible est laissée de côté
warning-costs-own = une dépense après laquelle personne ne doit rien est laissée de côté
warning-costs-payers = plusieurs personnes ont payé, et chacune compte pour ce qui lui reste
warning-costs-deleted = une dépense supprimée est laissée de côté
warning-costs-groups = les dépenses de plusieurs groupes forment un seul voyage
warning-costs-usual-currency = la monnaie n’est pas dans le fichier : c’est la monnaie habituelle qui compte
warning-costs-left = une personne qui a quitté le groupe n’a pas de nom dans le fichier
warning-costs-payer = qui a payé n’est pas dans le CSV de Spliit, mais dans son JSON
warning-costs-weights = des poids ne sont pas dans le fichier et comptent pour un
warning-unset-clock = une heure d’avant 1980 est omise
warning-route-text = le texte d’un point d’un itinéraire est omis
reason-import-format = doit être une archive de ce service, GPX, KML, KMZ, GeoJSON, iCalendar, une réservation (message, carte, page, JSON-LD ou texte d’une carte d’embarquement) ou un export de Splitwise, Spliit, ihatemoney, Cospend, Tricount, Google Takeout, TripIt, Polarsteps, AdventureLog ou TRIP
warning-booking-cancelled = une réservation annulée est laissée de côté
warning-booking-subject = une réservation ne dit pas à quoi elle sert
warning-booking-kind = une réservation d’un genre inconnu est laissée de côté
warning-booking-time = une heure illisible est laissée de côté
warning-booking-price = un prix illisible est laissé de côté
warning-booking-package = le prix de plusieurs réservations ensemble est laissé de côté
warning-booking-price-once = un prix donné à plusieurs réservations compte une fois
warning-booking-end = une fin avant son début est dans la description
warning-booking-event = un événement est laissé de côté, car une réservation du message commence alors
warning-booking-json = du JSON-LD illisible est laissé de côté
warning-booking-page = une page est trop complexe : la suite est laissée de côté
warning-booking-bytes = les pages et les cartes sont laissées de côté après les { $first } premiers octets
warning-mail-parts = les parties du message après les { $first } premières, ou à plus de { $second } niveaux, sont laissées de côté
warning-mail-calendar = un agenda du message est laissé de côté
warning-mail-pass = une carte jointe est laissée de côté
warning-mail-pdf = un PDF du message n’est pas lu
warning-mail-damaged = une partie endommagée du message est laissée de côté
warning-pass-bundle = une carte du lot est laissée de côté
warning-pass-timeless = une carte ne dit pas sa date
warning-pass-boarding = l’heure d’une carte est peut-être celle de l’embarquement
warning-boarding-day = une carte d’embarquement ne dit pas son jour
warning-boarding-cut = une carte d’embarquement est coupée ou endommagée ; vols laissés de côté : { $first }
reason-import-unreadable = le fichier est illisible
reason-import-cut-off = l’archive est coupée
reason-import-early-end = le calendrier s’arrête trop tôt
reason-import-document-end = le document s’arrête trop tôt
reason-import-no-manifest = l’archive n’est ni une archive de Wayfare ni un KMZ
reason-import-not-utf8 = le calendrier n’est pas en UTF-8
reason-import-document-type = les types de document (DOCTYPE) ne sont pas acceptés
reason-import-encrypted = l’archive est chiffrée
reason-import-archive-size = l’archive est trop grande
reason-import-file-size = le fichier est trop grand
reason-import-malformed = le document est mal formé
reason-import-damaged = l’archive est endommagée
reason-import-items = doit avoir au plus { $first } étapes
reason-import-places = doit avoir au plus { $first } lieux
reason-import-folders = doit avoir au plus { $first } dossiers
reason-import-unbegun = une partie du calendrier se termine sans avoir commencé
reason-import-nesting = le calendrier est imbriqué trop profondément
reason-import-elements = des éléments sont imbriqués sur plus de { $first } niveaux
reason-import-zone-changes = les fuseaux horaires ont trop de changements
reason-import-zones = le calendrier a trop de fuseaux horaires
reason-import-attribute = un attribut contient une entité
reason-import-entities = les entités ne sont pas acceptées
reason-import-geojson = doit être une FeatureCollection GeoJSON
reason-import-features = ne doit contenir que des Features
reason-import-wgs = doit être en WGS { $first } : degrés de longitude et de latitude
reason-import-encoding = l’encodage du document est inconnu
reason-import-other-archive = n’est pas l’archive d’un voyage
reason-import-version = est une archive de version { $first }, ce service les connaît jusqu’à { $second }
reason-import-repeated = l’archive contient deux fois un même chemin
reason-import-unsafe = l’archive contient un chemin dangereux
reason-import-picture = contient une image endommagée
reason-import-unpacked = doit avoir au plus { $first } octets une fois décompressé
reason-import-entries = doit avoir au plus { $first } fichiers une fois décompressé
reason-import-refused = le fichier contient ce qu’un voyage ne peut pas avoir
reason-import-no-expenses = est un export de Splitwise sans dépenses : exportez plutôt le groupe en CSV
reason-import-trip-server = est la sauvegarde d’un serveur TRIP entier : faites-en plutôt une dans les réglages d’un compte
reason-import-takeout = est une archive de Google Takeout : décompressez-la, puis envoyez Saved Places.json ou un fichier CSV
reason-import-no-trip = doit contenir un voyage
reason-import-trips = doit contenir au plus { $first } voyages
reason-import-plan = est un plan de paiements d’ihatemoney ou de Cospend : exportez plutôt les factures ou le projet
reason-import-costs = est un export de dépenses partagées illisible ; exportez-le de nouveau et envoyez-le tel quel
reason-import-sharers = ne doit pas avoir de dépense partagée par plus de { $first } personnes
reason-import-pdf = est un PDF, qui n’est pas lu : importez plutôt le message, l’agenda, la carte ou la page de la réservation
reason-import-outlook = est un message d’Outlook (.msg), qui n’est pas lu : enregistrez-le en .eml et importez celui-ci
reason-import-image = est une image, qui n’est pas lue : importez le message, l’agenda ou la carte de la réservation, ou le texte du code d’une carte d’embarquement
reason-import-mail = est un message sans réservation (en JSON-LD ou microdonnées, agenda ou carte) ; importez plutôt l’agenda, la carte ou la page de la réservation, ou transférez en pièce jointe le premier message de l’expéditeur
reason-import-page = est une page sans réservation (de schema.org en JSON-LD ou microdonnées) ; importez plutôt le message, l’agenda ou la carte de la réservation
reason-import-json-ld = est du JSON-LD sans réservation (un objet du type d’une réservation de schema.org)
reason-import-bundle = est un lot de cartes sans réservation (carte d’embarquement, billet d’événement ou carte d’un lieu)
reason-import-boarding = est une carte d’embarquement sans vol ; lisez de nouveau son code
reason-import-pass = est une carte dont le contenu est illisible ; redemandez-la à l’expéditeur
reason-import-pass-kind = est une carte d’un genre inconnu
reason-import-shop = est une carte ou un bon d’un magasin, qui n’est pas une réservation : les cartes d’embarquement, les billets d’événement et les cartes d’un lieu sont lus
reason-import-placeless = est une carte sans lieu, qui n’est pas une réservation : gardez-la dans votre portefeuille
reason-import-zip = est un fichier zip qui n’est pas une carte
