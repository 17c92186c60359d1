# Los textos de las páginas.

## Every page

skip = Ir al contenido
navigation = Cuenta y viajes
my-trips = Mis viajes
account = Cuenta
sign-in = Iniciar sesión
sign-up = Crear cuenta
sign-out = Cerrar sesión
developers = Para desarrolladores
credits = Lugares:
sign-in-and-return = Iniciar sesión y volver
to-front = A la portada
gone-or-removed = El viaje se ha eliminado, o ya no formas parte de él. Lo que has escrito no se ha guardado; copia lo que necesites.
may-not-change = Ya no puedes cambiar este viaje. Lo que has escrito no se ha guardado; copia lo que necesites.
discard = ¿Descartar lo que has escrito?
undo = Deshacer
upload = Subir
unsent = No se ha podido contactar con el servicio, así que quizá ya esté guardado. Lo que has escrito sigue aquí: inténtalo de nuevo.
warnings = Conviene saber
saving = Guardando…
restored = Se ha recuperado lo que habías escrito.
unsaved = Escrito, pero aún sin guardar:
discard-draft = Descartar
saved-on = Guardado el
you-are-offline = no tienes conexión
waiting = esperando la red
offline-title = No tienes conexión
offline-text = Los viajes que has abierto en este dispositivo se pueden leer sin red.
saved-trips = Guardados en este dispositivo
try-again = Reintentar

## Forms

cancel = Cancelar
save = Guardar
yes = sí
no = no
nothing = nada
present-value = Guardado ahora:
not-saved = Aún sin guardar.
see-marked = Revisa los campos marcados.
gone = Eliminado entretanto
gone-text = Otra persona ha eliminado esto desde que lo abriste. Lo que has escrito está abajo.
session-ended = Tu sesión ha caducado. Lo que has escrito se conserva: inicia sesión y guárdalo.
too-long-to-carry = Tu sesión ha caducado, y esto es demasiado largo para llevarlo por el inicio de sesión. Aún no hay nada guardado: inicia sesión en otra pestaña, vuelve al formulario y guárdalo.
not-sent = Aún sin enviar
draft = Has vuelto a iniciar sesión. Aún no hay nada guardado: repásalo y envíalo. Faltan las contraseñas.
send-again = Enviar de nuevo
description = Descripción
add = Añadir
edit = Editar
remove = Quitar
day = Día
start = Inicio
end = Fin
location = Ubicación
more = Más
say-where = Indicar dónde está
where-it-is = Dónde está
is-at = En el mapa en
not-found-yet = Aún no está en el mapa.
known-street = solo se conoce la calle
known-town = solo se conoce la ciudad
known-region = solo se conoce la región
from-stop-before = a { $length } de la parada anterior
look-up-again = Buscar otra vez
search-place = Buscar un lugar
no-suggestions = No se encontró el lugar. Prueba otro nombre, o márcalo en el mapa.
by-coordinates = Por coordenadas o en un mapa
choose = Elegir
suggestions = Sugerencias
suggested = sugerencias
pick-on-map = Toca en el mapa dónde está.
no-streets = Toca un nombre de abajo para verlo en un callejero.
no-street-map = Este servicio no tiene callejero. Quien lo gestiona puede añadir uno con el ajuste MAPS.
public-maps = Calles y lugares de OpenStreetMap: los lugares que se escriben o buscan y las direcciones de red de los visitantes llegan a sus servicios públicos.

## Front page

front-title = Planead juntos el viaje
front-lead = Adónde ir y en qué orden, quién viene, cuánto cuesta y quién ha pagado. Una página para todos los que viajan.
front-picture = Una ruta por tres lugares en un mapa
features = Qué puedes hacer
by-day = Día a día
by-day-text = Cada día con su fecha, sus lugares y sus horas locales. Mueve una parada, un día o el viaje entero.
on-map = En el mapa
on-map-text = Cada parada tiene su número y cada día su color y su camino.
fair-shares = Cuentas claras
fair-shares-text = Quién comparte qué, quién ha pagado, y los mínimos pagos para saldar las cuentas.
yours = Tuyo
yours-text = Privado hasta que lo compartas. Sin rastreadores ni anuncios. Se lee también sin conexión.
developers-title = Para programas
developers-text = Todo está también como interfaz HTTP.

## Sign-up and sign-in

sign-up-lead = Un nombre que ven los demás, un nombre de usuario para encontrarte y una contraseña.
your-name = Tu nombre
username = Nombre de usuario
username-hint = Hasta 39 letras (de la a a la z), cifras, puntos, guiones y guiones bajos, sin espacios
email-optional = Correo (opcional)
password = Contraseña
password-hint = De 8 a 128 caracteres
has-account = ¿Ya tienes cuenta?
has-no-account = ¿Aún no tienes cuenta?
sign-in-returns = Inicia sesión para continuar.
bad-credentials = El nombre de usuario y la contraseña no coinciden.
taken = ya está en uso

## Account

profile = Perfil
about-you = Sobre ti
interests = Intereses
interests-hint = Uno por línea
privacy = Privacidad e idioma
private-account = Los demás solo ven mi nombre, mi nombre de usuario y mi foto
share-email = Quienes viajan conmigo ven mi correo
picture = Foto
your-picture = Tu foto
new-picture = Foto nueva
present-password = Contraseña actual
new-password = Contraseña nueva
change-password = Cambiar la contraseña
wrong-password = no es tu contraseña
password-ends-sessions = Una contraseña nueva cierra la sesión en los demás dispositivos.
sessions = Sesiones
sessions-text = Cierra la sesión en todos los dispositivos y termina todo acceso de programas y tus enlaces de calendario.
sign-out-everywhere = Cerrar sesión en todas partes
delete-account = Eliminar la cuenta
delete-account-lead = Con todos los viajes que son tuyos.
delete-account-text = Se eliminan tu cuenta, los viajes que son tuyos y sus fotos. Dejas todos los demás viajes. No se puede deshacer.
export-account = Tus datos
export-account-text = Un archivo con tu perfil, tus ajustes, tus fotos y los viajes en los que participas. No lo compartas: contiene tu dirección de correo electrónico.
export-account-file = Descargar tus datos

## List of trips

mailbox = Buzón de reservas
mailbox-text = Reenvía los correos de tus reservas a esta dirección. Lo que se lea de ellos espera aquí hasta que lo añadas a un viaje; los correos no se guardan. Quien conozca la dirección puede enviarte propuestas.
proposals = Reservas recibidas
no-proposals = No ha llegado nada.
which-trip = Viaje
new-trip = Viaje nuevo
create-trip = Crear viaje
no-trips = Aún no hay viajes
no-trips-text = Pon nombre al primero. Las fechas, los lugares y las personas pueden esperar.
older = Más antiguos
trip-name-hint = Por ejemplo «Una semana en Lisboa»
search = Buscar
search-trips = Buscar en mis viajes
my-role = Mi papel
all-trips = Todos los viajes
nothing-found = Ningún viaje tiene todas esas palabras.

## List of trips, copies, dates and photos

trips-under-way = En curso
trips-ahead = Próximos
trips-undated = Sin fechas
trips-past = Pasados
trips-of-others = Otras personas te han añadido a estos viajes
trips-of-others-text = Cuentan para ti en cuanto los conservas o escribes en ellos. Quien deja un viaje ya no lo ve.
keep-trips = Conservar los marcados
leave-trips = Dejar los marcados
copy-trip = Copiar este viaje
copy-lead = Crea un viaje nuevo tuyo. Los pagos, los enlaces y los números de reserva se quedan aquí.
copy-start-hint = Todas las fechas se mueven con él. Si lo dejas vacío, se quedan.
copy-with = Qué se copia
make-copy = Crear la copia
done-copied = Copiado. Este es el viaje nuevo.
import-into = Añadir desde un archivo
import-into-lead = Lo que contiene el archivo se añade a este viaje: paradas en sus fechas o después del último día, lugares, puntos y líneas en el mapa. Nada de lo que ya hay cambia, salvo las paradas de la misma reserva.
plan-if-first-day-changes = Si cambia el primer día, lo planeado
plan-moves = se mueve los mismos días
plan-stays = se queda en sus fechas
remove-ticked = Quitar las marcadas
back-to-photos = Todas las fotos
previous = Anterior
next = Siguiente
caption = Pie de foto
use-as-main = Usar como imagen del viaje
photo-sooner = Poner antes
photo-later = Poner después
in-days =
    { $days ->
        [1] Mañana
       *[other] Dentro de { $days } días
    }
day-of-trip = Día { $day } de { $days }
photo-of = Foto { $number } de { $total }
choose-of = Elegir { $name }
remove-photos =
    { $number ->
        [one] Quitar { $number } foto
       *[other] Quitar { $number } fotos
    }
not-a-picture = «{ $file }» no es una imagen que se pueda añadir. Elige JPEG, PNG, WebP o GIF.
picture-too-large = «{ $file }» es demasiado grande: como mucho 20 MiB y 50 megapíxeles.
added-of-file =
    Añadido a este viaje: { $items ->
        [one] { $items } parada en el itinerario
       *[other] { $items } paradas en el itinerario
    }, { $places ->
        [one] { $places } lugar en el mapa
       *[other] { $places } lugares en el mapa
    }{ $tracks ->
        [0] {""}
        [one] , { $tracks } recorrido
       *[other] , { $tracks } recorridos
    }, { $photos ->
        [one] { $photos } foto
       *[other] { $photos } fotos
    }.
outside-dates =
    { $number ->
        [one] { $number } parada queda fuera del primer y último día:
       *[other] { $number } paradas quedan fuera del primer y último día:
    }
picture-damaged = No se puede leer «{ $file }»: está dañado o incompleto.
nothing-added = No se ha añadido nada.
done-none-ticked = Marca primero las fotos que quieres quitar.

## Import

import = Importar
import-trip = Importar un viaje
import-lead = Un archivo se convierte en un viaje nuevo que solo ves tú.
import-formats = Un archivo de Wayfare (.zip), GPX, KML, KMZ, GeoJSON, iCalendar, una reserva (correo, pase, página, JSON-LD o texto de una tarjeta de embarque) o una exportación de Splitwise, Spliit, ihatemoney, Cospend, Tricount, Google Takeout, TripIt, Polarsteps, AdventureLog o TRIP, de 20 MiB como máximo; archivos de viajes, 512 MiB
file = Archivo
no-file = Elige primero un archivo.
not-imported = El archivo no se ha importado, y no se ha guardado nada.
import-too-large = El archivo es demasiado grande: 20 MiB como máximo, 512 MiB los archivos de viajes.
preview = Vista previa
preview-hint = Aún no hay nada guardado. Si se ve bien, impórtalo. Si el archivo ya no aparece abajo, elígelo antes otra vez.
changes = Cambios en paradas existentes
format = Formato

## A trip and its settings

no-dates = Aún sin fechas
public = Público
private = Privado
trip-name = Nombre del viaje
first-day = Primer día
last-day = Último día
is-public = Quien tenga la dirección puede leer este viaje
views = Vistas del viaje
costs = Gastos
lists = Listas
edit-trip = Editar el viaje
sign-in-to-edit = Iniciar sesión para editar
days = Días
changed-last = Último cambio:
somebody = Alguien
trip-gone = Ya no puedes ver este viaje: se ha eliminado, te han quitado de él o has cerrado sesión.
estimate-from = Coste previsto, mínimo
estimate-to = Coste previsto, máximo
shift = Mover todo el viaje
shift-button = Mover todos los días
shift-hint = ¿Cuántos días? -2 son dos días antes.
delete-trip = Eliminar el viaje
delete-trip-text = Su itinerario, presupuesto y fotos se eliminan para todos. No se puede deshacer.

## Itinerary

itinerary = Itinerario
no-items = Aún no hay nada planeado.
no-items-editor = Aún no hay nada planeado. Añade primero lo que sabes: un vuelo, una cama, un lugar que ver.
add-item = Añadir al itinerario
move = Mover
up = Subir
down = Bajar
earlier = Un día antes
later = Un día después
duplicate = Duplicar
remove-item = Quitar del itinerario
remove-item-text = También se quitan sus horas y costes.
place-or-title = Lugar o título
title-hint = Puede empezar por la hora: 15:30 Museo
kind = Tipo
zone-of-place = Hora local del lugar
location-hint = Una dirección, un lugar o coordenadas; se busca si está vacío
coordinates = Coordenadas
coordinates-hint = Grados norte y este, por ejemplo 38.6916, -9.2160. Vacío: se busca.
end-place = Termina en
end-place-hint = Dónde termina el trayecto, si su nombre no lo dice
start-zone = Zona horaria del inicio
end-zone = Zona horaria del fin
zone-hint = Una ciudad como Lisboa o un nombre como Europe/Lisbon; vacío para la del lugar
trip-zone = Zona horaria
trip-zone-hint = Para horas sin lugar: una ciudad como Lisboa o un nombre como Europe/Lisbon
move-to-day = Pasar a otro día
move-hint = Sus horas se mueven otros tantos días.
last-of-stay = Último día
photo-links = Enlaces a fotos
photo-links-hint = Uno por línea: la dirección y luego lo que muestra

## Rows of the itinerary

today = Hoy
confirmation = Número de reserva
one-night = 1 noche
kind-flight = Vuelo
kind-train = Tren
kind-bus = Autobús
kind-car = Coche
kind-ferry = Ferry
kind-walk = A pie
kind-travel = Trayecto
kind-stay = Alojamiento
kind-food = Comida
kind-sight = Visita
kind-activity = Actividad
kind-other = Otro
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

length = Duración
length-hint = Por ejemplo 1:30 o 90 min, en lugar de un fin
time-hint = Por ejemplo 15:30, hora local; para otro día, 2026-05-02 15:30
next-day-hint = Hora local; antes del inicio es el día siguiente
arrival-hint = Hora local de llegada: la primera vez que se da tras la salida
departure = Salida
arrival = Llegada
check-in = Entrada
check-out = Salida
origin = Desde
target = Hasta
own-title = Título
own-title-hint = Vacío para los nombres de los dos lugares
sure = Sí, es ese día
refused-clock = escribe la hora como 15:30
refused-length = escribe la duración como 1:30 o 90 min
refused-both = deja vacío uno de los dos: el fin o la duración
refused-far-day = son más de 30 días después del último día del viaje: cámbialo, o marca la casilla si es así
refused-far-time = está a más de 30 días del viaje: revisa el mes y el año, o marca la casilla si es así
refused-unsure = márcalo si es así
refused-no-way = di dónde empieza y dónde termina
refused-far-move = son más de 30 días después del último día del viaje: dale antes al viaje un último día posterior
done-by-time = Se queda donde está: lo que tiene hora sigue el orden de las horas.
error-picture-text = No se puede leer como imagen. Elige un archivo JPEG, PNG, WebP o GIF.
empty-category = Si lo dejas vacío: { $category }
moved-to = Movido al día { $day }.
moved-to-time = Movido al día { $day }: está según su hora, { $time }.

## Budget

base-currency = Moneda del viaje
money = Costes
cost = Coste
estimate = Estimación
currency = Moneda
category = Categoría
who-paid = Quién pagó
several = Varios, o una parte
not-paid-yet = Aún sin pagar
planned = Previsto, aún sin pagar
refund-hint = Para un reembolso, pon un menos delante del importe
for-whom = Para quién
split = Cómo se reparte
split-equally = A partes iguales
split-by-parts = Por partes, como 2 : 1
split-by-amounts = Por importes
add-expense = Añadir un gasto
all-costs = Todos los gastos
what-for = Para qué
date = Fecha
date-optional = Fecha (opcional)
empty-for-today = Si lo dejas vacío: hoy
remove-expense = Quitar este gasto
remove-expense-text = También se quitan lo que costó y quién pagó.
rates = Tipos de cambio
rates-hint = Si lo dejas vacío: el tipo habitual
rate-hint = Un número o una fracción como 1/195.
other-currency = Otra moneda
use-rate = Usar este tipo
which-way-round = Sentido del tipo
sure-rate = Sí, es ese tipo
budget = Presupuesto
trip-budget = Costes de todo el viaje
total-cost = Total
total-paid = Pagado
no-costs = Aún no hay costes. Añade un gasto, o lo que cuesta una parada.
chart = Costes por categoría en barras; la tabla de abajo tiene las cifras
by-category = Por categoría
by-person = Por persona
person = Persona
nobody-yet = Aún nadie
paid = Pagado
expenditures = Otros gastos
you-owe = Debes
you-get-back = Te deben
your-balance = Tu saldo
you-are-even = Estás en paz
planned-for-you = Previsto para ti, aún sin pagar
who-owes-whom = Quién debe a quién
all-settled = Está todo saldado.
mark-as-paid = Marcar como pagado
recorded-payments = Pagos anotados
not-all-counted = Aún no se cuenta todo: a algunos importes les falta un tipo de cambio.
how-worked-out = Cómo se ha calculado
other-payment = Anotar un pago
record = Anotar
to-whom = A quién
amount = Importe
note = Nota
beyond-cost = Repartido por encima del coste
left = Queda
excess = Sobra
rest = a partes iguales entre

## Lists of what is to do

new-list = Lista nueva
list-name = Nombre de la lista
list-packing = Equipaje
list-before-leaving = Antes de salir
list-shopping = Compras
edit-list = Editar la lista
which-list = Lista
who-does-it = Quién lo hace
still-to-do = Aún por hacer
tick-several = Marcar varias
done-entry-gone = Alguien lo ha quitado mientras tanto.
refused-lists = es una de más: un viaje tiene como máximo 20 listas
refused-list-gone = debe ser otra: alguien ha quitado esta lista
new-entry-in = Entrada nueva en { $name }
number-done =
    { $number ->
        [one] { $number } hecha
       *[other] { $number } hechas
    }
entries-go =
    { $number ->
        [0] No tiene entradas.
        [one] También se quita su entrada.
       *[other] También se quitan sus { $number } entradas.
    }

## Lines of the map

tracks = Recorridos
remove-track-text = La línea desaparece del mapa para todos.
track-number = Recorrido { $number }

## To-do, places, photos and notes

todo = Tareas
no-todo = Nada que hacer.
empty-list = Aún no hay nada en esta lista.
done = Hecho
new-todo = Tarea nueva
todo-entry = Tarea
places = Lugares
no-places = Aún no hay lugares.
new-place = Lugar nuevo
place-name = Nombre del lugar
edit-place = Editar el lugar
photos = Fotos
no-photos = Aún no hay fotos.
add-photos = Añadir fotos
first-frame = De una imagen animada se guarda el primer fotograma.
main-picture = Imagen del viaje
remove-main-picture = Quitar la imagen del viaje
notes = Notas
notes-hint = Texto, con # títulos y palabras en **negrita**, o HTML sencillo
remove-photo-text = La foto se elimina para todos. No se puede deshacer.
tickets = Billetes y archivos
add-file = Añadir un archivo
files-hint = Billetes, reservas y documentos. Solo los ven las personas del viaje; una foto conserva lo que la cámara guardó en ella, como el lugar donde se hizo.
remove-file-text = El archivo se elimina para todos. No se puede deshacer.

## Booklet

add-notes = Añadir notas
booklet = Cuaderno para imprimir
booklet-costs = Con los gastos
booklet-show = Mostrar
booklet-print = Imprimir

## Map and locations

address = Dirección
map = Mapa
no-map = Añade un lugar y aparecerá aquí.
map-of-trip = Mapa del viaje; la lista de abajo nombra sus marcas
zoom-in = Acercar
zoom-out = Alejar
whole-map = Mostrar todo
not-on-map = No está en el mapa
locations = Puntos del mapa
new-location = Añadir un punto
edit-location = Editar el punto
transportation = Cómo llegar
way-there = En
distance = Kilómetros
minutes = Minutos

## Files and calendar

files = Archivos y calendario
calendar-feed = Enlace del calendario
calendar-feed-text = Un enlace secreto que leen las aplicaciones de calendario. Uno nuevo sustituye al anterior.
calendar-once = Cópialo ahora: no se muestra otra vez. Quien lo tenga puede leer el calendario.
open-calendar = Abrir en un calendario
new-address = Enlace nuevo
end-address = Dejar de compartir
calendar-of-all = Calendario de todos los viajes

## Share links

share-links = Enlaces para compartir
share-links-text = Para quien no tiene cuenta: con el enlace se leen las partes que elijas.
new-link = Enlace nuevo para compartir
make-link = Crear el enlace
link-label = Para quién (una nota para ti)
link-parts = Qué muestra
link-expires = Último día (vacío: 90 días después del viaje)
link-password = Contraseña del enlace (opcional)
link-has-password = con contraseña
link-never-ends = sin fin
end-link = Desactivar este enlace
shared-trip = Viaje compartido
shared-password = Este viaje se comparte con una contraseña.
wrong-link-password = Esta no es la contraseña del enlace.
open = Abrir
share-link = enlace para compartir
edit-link = Editar el enlace para compartir
link-last-day = Último día (vacío para no tener fin)
link-new-password = Contraseña nueva (vacío para conservar la actual)
link-no-password = Ya sin contraseña

## Settlement explained

explained = Quién debe a quién, paso a paso
explained-file = Estas líneas como archivo (CSV)
for = Concepto
share = Parte
in-all = En total
no-rate = sin tipo de cambio
rounding = Redondeo
is-even = Ha pagado exactamente su parte.

## Keys for programs

key = Clave
keys = Claves para programas
keys-text = Con una clave, un programa lee tus viajes, o los cambia, sin tu contraseña. No puede cambiar tu cuenta.
new-key = Clave nueva
make-key = Crear la clave
key-name = Para qué sirve (una nota para ti)
key-may = Qué puede hacer el programa
key-reads = leer
key-writes = leer y cambiar
key-trips = Con qué viajes
key-all-trips = todos los viajes
key-some-trips = solo los marcados abajo
key-other-trip = un viaje del que no formas parte
key-last-day = Último día (vacío para no tener fin)
key-unused = aún sin usar
key-never-ends = sin fin
key-once = Cópiala ahora: no se muestra otra vez. Quien la tenga puede hacer lo que has elegido.
copy = Copiar
copied = Copiado.
delete-key = Eliminar
delete-key-text = El programa que usa esta clave pierde el acceso al instante.

## Assistants

assistants = Asistentes
assistants-text = Un asistente lee o cambia tus viajes sin tu contraseña. No puede cambiar tu cuenta, ni compartir o eliminar un viaje.
end-assistant = Terminar
end-assistant-text = El asistente pierde el acceso al instante.
allow = Permitir
no-application = No se puede preguntar por esta aplicación
no-application-text = La dirección que la describe falta, no se puede leer o pide algo que aquí no se da. No se ha permitido nada y no se te ha enviado a ningún sitio.

## Confirming an address

confirm-title = ¿Es este tu correo?
confirm-button = Confirmar la dirección
is-confirmed = Esta dirección está confirmada.
not-confirmed = Tu correo aún no está confirmado. Hasta entonces no puedes iniciar sesión con él ni recibir una contraseña nueva por correo. Busca nuestro mensaje, o pide que se envíe otra vez.
confirm-again = Enviar el mensaje otra vez
undo-email-title = ¿Recuperar tu correo?
undo-email-button = Recuperarlo y cerrar todas las sesiones
current-for-email = Necesaria para cambiar o quitar el correo.
sign-in-too-old = necesita un inicio de sesión de los últimos diez minutos: cierra la sesión y vuelve a entrar

## Refusing invitations

refuse-title = ¿No más invitaciones por correo?
refuse-text = A partir de entonces nadie podrá enviar con este servicio una invitación a la dirección del mensaje que te ha traído aquí. Los enlaces que te den siguen funcionando.
refuse-button = No enviar más
is-refused = Esta dirección ya no recibe invitaciones de este servicio.

## A forgotten password

forgotten = ¿Has olvidado la contraseña?
forgotten-lead = Escribe tu nombre de usuario o tu correo. Si existe esa cuenta con una dirección confirmada, enviamos allí un enlace para una contraseña nueva.
forgotten-sent = Si existe esa cuenta y su dirección está confirmada, hay un mensaje en camino. Su enlace vale una hora. ¿No llega nada? Mira en el correo no deseado, o pídelo más tarde: se envían pocos mensajes por hora.
forgotten-no-mail = Este servicio no envía correo. Para una contraseña nueva, pregunta a
the-operator = quien lo gestiona
login = Nombre de usuario o correo
send-link = Enviar el enlace
reset-title = Elige una contraseña nueva
reset-lead = Cierra la sesión en todos los dispositivos.

## Elsewhere

mail-language = Idioma de las páginas y los mensajes
language-of-browser = El de mi navegador
invite-by-mail = Enviar a (un correo, opcional)

## Signing in elsewhere

send-when-signed-in = Inicia sesión allí en la pestaña nueva, vuelve a esta y envía otra vez lo que has escrito.
sign-in-not-begun = Este inicio de sesión no empezó en este navegador, o tardó más de diez minutos. Inténtalo de nuevo.
sign-in-cancelled = Has cancelado allí el inicio de sesión.
sign-in-failed = El inicio de sesión no ha funcionado allí. Inténtalo de nuevo.
undo-joining = Deshacer

## The people of a trip

people = Personas
make-owner = Ceder el viaje
leave = Dejar el viaje
leave-title = ¿Dejar este viaje?
leave-text = Ya no lo verás. Solo su responsable o una invitación te devuelven a él. Lo que compartiste y pagaste sigue en los costes.
make-editor = Dejar editar
make-viewer = Solo lectura
no-account = sin cuenta
add-by-name = Añadir por nombre
add-by-name-hint = Para costes que comparte alguien sin cuenta. Puede venir después con una invitación, y decir quién es.
name-of-person = Nombre
rename = Cambiar el nombre
party-in-use = Un coste o un pago nombra a esta persona. Cámbialo primero.
nobody-of-that-name = nadie tiene aquí ese nombre de usuario. Envía mejor un enlace de invitación: quien lo abra puede unirse, con una cuenta o con una nueva
on-trip-already = ya participa en el viaje
remove-person-text = Ya no ve el viaje. Lo que compartió y pagó sigue en los costes.
hand-over-text = Quien recibe el viaje decide quién participa y puede eliminarlo. Sigues en él y puedes editarlo. Terminan los enlaces para compartir y las invitaciones.
invitations = Invitaciones
invitations-text = Quien abra el enlace puede unirse al viaje, durante 14 días.
invitation = Enlace de invitación
invite = Invitar con un enlace
invite-to-read = Invitar solo a leer
share-address = Enviar

## An error page for visitors who are signed in

not-yours = Esta página no existe, o no es para ti. Si alguien viaja contigo, pídele un enlace de invitación.

## Joining by an invitation

which-are-you = ¿Cuál de estas personas eres?
which-are-you-hint = Lo que este nombre comparte y ha pagado pasa a ser tuyo.
none-of-these = Ninguna
join = Unirme
sign-up-and-join = Unirme con una cuenta nueva
sign-in-and-join = Tengo una cuenta
party-taken = Otra persona acaba de elegir este nombre. Elige de nuevo.

## Messages of finished edits

done-saved = Guardado.
done-added = Añadido.
done-created = Creado. Añade primero lo que ya sabes.
done-removed = Quitado.
done-moved = Movido.
done-shifted = Se han movido todos los días.
done-ticked = Hecho.
done-imported = Importado.
done-paid = Anotado como pagado.
done-paid-already = Esto ya estaba anotado como pagado.
done-not-owed = No se ha anotado nada: quién debe a quién ha cambiado desde que se abrió esta página.
done-undone = Deshecho.
done-uploaded = Subido.
done-deleted = El viaje se ha eliminado.
done-key-deleted = La clave se ha eliminado.
done-assistant-ended = El asistente ya no tiene acceso.
done-shown = Ya se ha creado, y solo se muestra una vez. Si no lo has copiado, crea uno nuevo.
done-ended = El enlace ya no funciona.
done-invited = El enlace está listo: cópialo o envíalo.
done-joined = Ya estás en el viaje.
done-left = Has dejado el viaje.
done-identity = Vinculado. Desde ahora puedes iniciar sesión así.
done-password = La contraseña se ha cambiado.
done-confirmed = Tu correo está confirmado.
done-email-undone = La cuenta vuelve a tener ese correo y todas las sesiones están cerradas. Elige una contraseña nueva: pídela aquí.
done-mailed = El mensaje está en camino.
done-signed-out = Has cerrado sesión.
done-account-deleted = La cuenta se ha eliminado.

## Errors

error-not-found = Aquí no hay nada
error-not-permitted = No permitido
error-refused = Rechazado
error-method = Aquí no es posible
error-too-large = Demasiado grande
error-too-many = Demasiadas peticiones
error-busy = Inténtalo de nuevo
error-client = No ha funcionado
error-server = Algo ha salido mal
error-not-found-text = Esta página no existe, o no es para ti. Si alguien la ha compartido contigo, inicia sesión.
error-not-permitted-text = Tu cuenta no puede hacer esto. Quizá otra sí.
error-too-many-text = Espera un momento e inténtalo de nuevo.
error-refused-text = Vuelve a cargar la página e inténtalo de nuevo.
error-too-large-text = Elige un archivo más pequeño, o envía menos a la vez.
error-busy-text = El servicio está ocupado. Inténtalo de nuevo en un momento.
error-other-text = Vuelve atrás e inténtalo de nuevo.

## Categories of costs

category-activities = Actividades
category-accommodation = Alojamiento
category-food = Comida y restaurantes
category-transportation = Transporte
category-gifts = Regalos y recuerdos
category-other = Otros

## Formats of files

format-ics = Calendario (iCalendar)
format-gpx = Puntos y rutas (GPX)
format-kml = Mapa (KML)
format-geojson = Mapa (GeoJSON)
format-csv = Costes (CSV)
format-settlement = Quién debe a quién, línea a línea (CSV)
format-zip = Todo (archivo comprimido)

## Roles

role-owner = responsable
role-editor = puede editar
role-viewer = puede leer
invited-as-viewer = Puedes leerlo todo.
invited-as-editor = Puedes leerlo y cambiarlo todo.

## What is wrong with a field, from the pages

refused-empty = no debe estar vacío
refused-not-one-of-us = debe ser una de las personas
refused-date = debe ser una fecha, por ejemplo 2026-05-01
refused-time = debe ser una fecha y una hora, por ejemplo 2026-05-01 09:00
refused-point = deben ser grados norte y este, por ejemplo 38.6916, -9.2160
refused-base = no debe ser la moneda de los totales
refused-after-last-day = no debe ser posterior al último día
refused-has-rate = ya tiene un tipo de cambio
refused-rate = debe ser un número mayor que 0
refused-pair = debe nombrar las dos monedas, por ejemplo 1 GBP = 195 JPY
refused-other-currency = debe ser la moneda de este tipo
refused-same-name = ya es el nombre de alguien del viaje: añade algo que los distinga, como un apellido
refused-too-many = tiene demasiadas entradas

## Sentences

sentence = { $text }.
two-amounts = puede ser { $first } o { $second }; escribe uno de los dos
day-number = Día { $number }
and-more = … y { $count } más
empty-days = Días { $from } a { $to }: nada planeado
add-to-day = Añadir al día { $number }
night = Noche { $number } de { $nights }
day-of = Día { $number } de { $days }
item-not-on-map = { $name } no está en el mapa.
photo = Foto { $number }
about = unos { $amount }
label-of = { $label }: { $name }
before-value = { $label }:
edit-of = Editar { $name }
remove-of = Quitar { $name }
removal-of = ¿Quitar a { $name } del viaje?
handover-to = ¿Ceder el viaje a { $name }?
invited-by = { $name } te invita a este viaje.
delete-of = ¿Eliminar { $name }?
further-warnings = y { $number } más, que enumera la vista previa del archivo
mark-paid-of = Marcar como pagado: { $from } a { $to }
owes = { $from } debe { $amount } a { $to }
has-paid = { $from } pagó { $amount } a { $to }
unconverted = No está en los totales, porque su moneda no tiene tipo de cambio: { $amount }
worth-of-one = 1 { $currency } en { $base }, o 1 { $base } en { $currency }
rate-into = Tipo de cambio a { $base }
usual-rate = Si lo dejas vacío, el tipo de referencia del { $day }: { $rate }
far-rate = significa { $typed }, pero el tipo de referencia es { $usual }: dale la vuelta, corrígelo o marca la casilla si es así
amount-of = { $currency } que { $from } paga a { $to }
currency-hint = Todas las sumas del viaje están en ella. Si la dejas vacía: { $base }
empty-currency = Si lo dejas vacío: { $base }
times-in =
    { $zone ->
        [UTC] Hora UTC
       *[other] Hora de { $zone }
    }
share-of = Parte de { $name }
paid-by = { $name } pagó
several-paid = { $names } pagaron
refunded-to = Reembolsado a { $names }
part-paid = { $names }: pagado { $part } de { $total }
left-out = No está en estos totales, porque no se conoce su tipo de cambio: { $amount }
payment-to = Pago a { $name }
payment-from = Pago de { $name }
gets-back = Ha pagado { $amount } más que su parte.
owes-still = Ha pagado { $amount } menos que su parte.
owes-no-more = Después, { $name } no debe nada más.
owes-besides = { $name } debe además { $amount }.
gets-no-more = { $name } ya lo ha recuperado todo.
gets-besides = { $name } recibe además { $amount }.
at-own-rate = { $amount } a { $rate }, el tipo de este viaje
at-paid-rate = { $amount } a { $rate }, el tipo de los pagos
at-reference-rate = { $amount } a { $rate }, el tipo de referencia del { $day }
key-used = último uso: { $day }
until = hasta el { $day }
stale = { $name } ha cambiado lo mismo mientras tanto. Lo que has escrito está abajo, con lo suyo al lado. Guarda otra vez para reemplazarlo.
changed-by = { $name } ha cambiado { $what }
added-by = { $name } ha añadido { $what }
removed-by = { $name } ha quitado { $what }
moved-by = { $name } ha movido { $what }: { $when }
form-changed-by = { $name } ha cambiado lo que muestra este formulario. Lo que has escrito se queda: al guardar se conservan ambas cosas, y se pregunta solo donde habéis cambiado lo mismo.
local-time = hora local, { $difference }
from-time = desde las { $time }
until-time = hasta las { $time }
number-of-people =
    { $number ->
        [one] { $number } persona
       *[other] { $number } personas
    }
number-of-stops =
    { $number ->
        [0] nada planeado
        [one] { $number } parada
       *[other] { $number } paradas
    }
still-pays-outside = { $name } ha recibido { $amount } de un reembolso que aún nadie comparte
gets-from-outside = { $name } ha pagado { $amount } que aún nadie comparte
joined-of =
    { $used ->
        [one] se ha unido { $used } de { $uses }
       *[other] se han unido { $used } de { $uses }
    }
number-joined =
    { $used ->
        [one] se ha unido { $used }
       *[other] se han unido { $used }
    }
confirm-text = La cuenta { $username } tiene el correo { $email }. Si ambos son tuyos, confírmalo.
undo-email-text = La cuenta { $username } tenía antes el correo { $email }. Si otra persona lo ha cambiado, recupéralo. Se cerrará la sesión de todos los que estén en la cuenta.
allow-title = ¿Dejar que { $name } use tus viajes?
allow-text = La aplicación de { $host } pide actuar en nombre de la cuenta { $username }. Nadie ha comprobado cómo se llama: fíjate en la dirección.
allow-back = Si lo permites, vuelves a { $host }.
sign-in-with = Iniciar sesión con { $name }
join-with = Vincular con { $name }
provider-away = { $name } no responde en este momento. Inténtalo pronto de nuevo.
not-joined = Vincula esta cuenta con la tuya en { $name }, para iniciar sesión con ella desde entonces.
joined-on = Vinculada el { $date }: puedes iniciar sesión con { $name }.
only-way = No se puede deshacer: { $name } es la única forma de entrar en esta cuenta.
identity-invalid = La respuesta de { $name } no es válida. Inténtalo de nuevo.
identity-not-in-group = Tu cuenta en { $name } no puede usar este servicio. Pregunta a quien lo gestiona.
identity-unknown = Ninguna cuenta de aquí está vinculada con la tuya en { $name }. Si tienes una, inicia sesión con su contraseña y vincúlalas en la página Cuenta; si no, crea antes una cuenta.
identity-unknown-here = Ninguna cuenta de aquí está vinculada con la tuya en { $name }. Pregunta a quien gestiona este servicio.
identity-taken = Tu cuenta en { $name } está vinculada con otra cuenta de aquí, o esta con otra de allí. Deshaz eso primero.

## Reasons of the domain and of the service, which pages show at their fields

reason-not-negative = no debe ser negativo
reason-refund = no debe ser mayor que 0 en un reembolso
reason-sign = debe tener el signo de los demás costes y pagos
reason-number = debe ser un número
reason-too-large = es un número demasiado grande
reason-at-most = debe ser como máximo { $first }
reason-at-least = debe ser como mínimo -{ $first }
reason-currency = debe ser un código de moneda ISO 4217, por ejemplo «CAD»
reason-nul = no debe contener un carácter NUL
reason-zone = debe ser el nombre de una zona horaria, por ejemplo «Europe/Lisbon»
reason-point = debe ser un punto de la Tierra
reason-from-one = debe ser 1 o más
reason-http = debe ser una dirección http o https
reason-link = debe ser una dirección http, https o mailto
reason-rate = debe ser un número mayor que 0, por ejemplo «0.62»
reason-above-zero = debe ser mayor que 0
reason-email = debe ser una dirección de correo
reason-years = debe estar entre los años 1 y 9999
reason-past = no debe estar en el pasado
reason-section = debe nombrar al menos una parte
reason-trip = debe nombrar al menos un viaje
reason-trips = debe nombrar como máximo { $first } viajes
reason-username = debe tener de 1 a 39 letras (de la a a la z), cifras, «_», «.» o «-», sin espacios, y no empezar por ninguno de los dos últimos
reason-day = debe ser un día, por ejemplo «2026-05-01»
reason-time = debe ser una hora, por ejemplo «2026-05-01T09:00:00Z»
reason-digits = debe tener como máximo { $first } cifras
reason-places = debe tener como máximo { $first } decimales
reason-no-places = debe ser un número entero, porque esta moneda no tiene decimales
reason-characters = debe tener como máximo { $first } caracteres
reason-length = debe tener de { $first } a { $second } caracteres
reason-entries = debe tener como máximo { $first } entradas
reason-with-owner = debe tener como máximo { $first } personas, contando al responsable
reason-people = deben ser como máximo { $first } personas
reason-photos = debe tener como máximo { $first } fotos
reason-items = no se puede añadir: el viaje tiene { $first } paradas
reason-left = debe sumar { $first }: faltan { $second }
reason-excess = debe sumar { $first }: sobran { $second }
reason-parts = debe tener un número para alguien, si no se reparte a partes iguales
reason-somebody = debe ser al menos una persona
reason-end = no debe ser anterior al inicio
reason-start = no debe ser posterior al fin
reason-low = no debe superar la estimación más alta
reason-high = no debe ser menor que la estimación más baja
reason-shift = debe ser un número entero de -{ $first } a { $second }
reason-payer = no debe ser quien pagó
reason-base = no debe ser la moneda del viaje
reason-twice = no debe aparecer dos veces
reason-no-mail = no se puede enviar: este servicio no envía correo
reason-recipient-limit = no recibe más invitaciones por correo de momento: invita sin dirección y envía tú el enlace
reason-room = no hay sitio para las fotos en tu cuenta
reason-trip-room = no hay sitio para el viaje en tu cuenta
reason-member-of = serían más de las { $first } participaciones que una cuenta puede tener o dar
reason-owner-of = serían más de los { $first } viajes que una cuenta puede tener
reason-no-trip = no es un viaje tuyo
reason-own-trip = es un viaje tuyo propio
reason-handed-over = es tuyo: quien te lo traspasó ya no está en el viaje
reason-invitations = un viaje tiene como máximo { $first } invitaciones
reason-links = un viaje tiene como máximo { $first } enlaces
reason-nested = está anidado a demasiada profundidad, o deja demasiados formatos abiertos
reason-no-rate = no tiene tipo de cambio en este viaje, ni tipo de referencia de ese día o anterior
reason-payments = un viaje tiene como máximo { $first } pagos registrados
reason-member = debe ser una persona del viaje
reason-no-member = no participa en el viaje
reason-visible-trip = debe ser un viaje que puedas ver
reason-files = debe tener como máximo { $first } archivos

## What an import says of a file

warning-overlay = se omite una superposición o un enlace
warning-area = se omite un área o una línea
warning-place-dates = se omiten las fechas de un lugar
warning-time = se omite una hora: no se puede leer
warning-feature = se omite lo que no es ni punto ni línea
warning-point = un punto no tiene coordenadas válidas
warning-lines = se omite una línea: un viaje tiene { $first } como máximo
warning-short-line = se omite una línea de menos de dos puntos
warning-simplified = se simplifica una línea
warning-no-end = una entrada que acaba antes de empezar queda sin final
warning-places = los lugares después de los primeros { $first } son puntos del mapa
warning-dates = se omiten las fechas: el inicio es posterior al final
warning-location-dates = se omiten las fechas de un lugar: el inicio es posterior al final
warning-descriptions = los puntos del mapa no tienen descripción
warning-shortened = se acorta un texto
warning-picture = falta una imagen
warning-file = un archivo del paquete no forma parte del viaje
warning-repeats = de un evento que se repite solo se conserva la primera vez
warning-cancelled = se omite un evento cancelado
warning-unreadable = se omite un evento que no se puede leer
warning-unknown-zone = se omite un evento en una zona horaria desconocida
warning-unreadable-end = se omite un final que no se puede leer
warning-old-version = se omite una versión anterior de un evento
warning-repeats-left = de un evento que se repite solo se conserva la primera vez que queda
warning-other-hour = la hora queda como está escrita, no como dice la zona horaria del archivo
warning-zone-begins = la zona horaria del archivo empieza más tarde; se toma su primera diferencia con UTC
warning-startless = se omite un evento sin inicio
warning-never = se omite un evento que se repite pero nunca ocurre
warning-floating = una hora sin zona es la del lugar
warning-line = se omite una línea de texto que no se puede leer
warning-todo = se omite una tarea
warning-journal = se omite una entrada de diario
warning-component = se omite lo que no es un evento
warning-unnamed = el archivo no tiene nombre: el viaje se llama «Imported trip»
warning-archive = se omiten las notas, listas, gastos y pagos de un paquete
warning-found = situados por su nombre, sin coordenadas en el archivo: { $first }
warning-lost = lugares que no se encontraron: { $first }
warning-early = paradas anteriores al primer día, añadidas después del último: { $first }
warning-known-items = paradas omitidas porque ya están en el viaje: { $first }
warning-known-lines = líneas omitidas porque ya están en el viaje: { $first }
warning-known-payments = pagos omitidos, porque ya están en el viaje: { $first }
warning-kept = lo que se cambió aquí desde entonces se queda
warning-still-there = una reserva cancelada sigue en el viaje
warning-photos = un viaje tiene como máximo { $first } fotos: se omiten las demás
warning-unreadable-pictures = imágenes omitidas, porque no se pueden leer: { $first }
warning-no-room = imágenes omitidas, porque la cuenta no tiene espacio: { $first }
warning-no-trip = un evento no es de ningún viaje del calendario
warning-unreadable-line = una línea no se puede leer y se omite
warning-payer = se omite quién pagó
warning-line-left-out = se omite una línea
warning-lists = se omiten listas: un viaje tiene demasiadas
warning-new-trips = viajes nuevos: { $first }
warning-visit = se omite una visita fuera de las fechas del viaje
warning-costs-date = se omite una fecha que no se puede leer
warning-costs-currency = se omite lo que está en una moneda desconocida
warning-costs-nothing = se omite un gasto sin importe
warning-costs-sum = las partes de un gasto no suman lo que se pagó
warning-costs-names = las personas con el mismo nombre llevan un número
warning-costs-totals = hay saldos distintos de los totales del archivo
warning-costs-uneven = los saldos que no son exactos se redondean para que la suma cuadre
warning-costs-signs = en importes de ambos signos cuenta lo que le queda a cada persona
warning-costs-row = se omite una fila que no se puede leer
warning-costs-own = se omite un gasto por el que nadie debe nada
warning-costs-payers = han pagado varias personas, y de cada una cuenta lo que le queda
warning-costs-deleted = se omite un gasto borrado
warning-costs-groups = los gastos de varios grupos forman un solo viaje
warning-costs-usual-currency = la moneda no está en el archivo; se toma la habitual
warning-costs-left = alguien que dejó el grupo no tiene nombre en el archivo
warning-costs-payer = quién ha pagado no está en el CSV de Spliit, pero sí en su JSON
warning-costs-weights = hay pesos que no están en el archivo y cuentan como uno
warning-unset-clock = se omite una hora anterior a 1980
warning-route-text = se omite el texto de un punto de una ruta
reason-import-format = debe ser un paquete de este servicio, GPX, KML, KMZ, GeoJSON, iCalendar, una reserva (correo, pase, página, JSON-LD o texto de una tarjeta de embarque) o una exportación de Splitwise, Spliit, ihatemoney, Cospend, Tricount, Google Takeout, TripIt, Polarsteps, AdventureLog o TRIP
warning-booking-cancelled = se omite una reserva cancelada
warning-booking-subject = una reserva no dice para qué es
warning-booking-kind = se omite una reserva de tipo desconocido
warning-booking-time = se omite una hora ilegible
warning-booking-price = se omite un precio ilegible
warning-booking-package = se omite el precio conjunto de varias reservas
warning-booking-price-once = un precio que figura en varias reservas cuenta una vez
warning-booking-end = un final anterior a su comienzo está en la descripción
warning-booking-event = se omite un evento porque una reserva del correo empieza entonces
warning-booking-json = se omite JSON-LD ilegible
warning-booking-page = una página es demasiado compleja: se omite lo que sigue
warning-booking-bytes = se omiten las páginas y los pases tras los primeros { $first } bytes
warning-mail-parts = se omiten las partes del correo tras las primeras { $first } o a más de { $second } niveles
warning-mail-calendar = se omite un calendario del correo
warning-mail-pass = se omite un pase adjunto
warning-mail-pdf = un PDF del correo no se lee
warning-mail-damaged = se omite una parte dañada del correo
warning-pass-bundle = se omite un pase del conjunto
warning-pass-timeless = un pase no dice cuándo es
warning-pass-boarding = la hora de un pase puede ser la del embarque
warning-boarding-day = una tarjeta de embarque no dice su día
warning-boarding-cut = una tarjeta de embarque está cortada o dañada; vuelos omitidos: { $first }
reason-import-unreadable = el archivo no se puede leer
reason-import-cut-off = el paquete está cortado
reason-import-early-end = el calendario acaba demasiado pronto
reason-import-document-end = el documento acaba demasiado pronto
reason-import-no-manifest = el archivo comprimido no es de Wayfare ni un KMZ
reason-import-not-utf8 = el calendario no está en UTF-8
reason-import-document-type = no se aceptan tipos de documento (DOCTYPE)
reason-import-encrypted = el archivo comprimido está cifrado
reason-import-archive-size = el archivo comprimido es demasiado grande
reason-import-file-size = el archivo es demasiado grande
reason-import-malformed = el documento está mal formado
reason-import-damaged = el archivo comprimido está dañado
reason-import-items = debe tener como máximo { $first } paradas
reason-import-places = debe tener como máximo { $first } lugares
reason-import-folders = debe tener como máximo { $first } carpetas
reason-import-unbegun = termina una parte del calendario que no ha empezado
reason-import-nesting = el calendario está anidado con demasiada profundidad
reason-import-elements = hay elementos anidados a más de { $first } niveles
reason-import-zone-changes = las zonas horarias tienen demasiados cambios
reason-import-zones = el calendario tiene demasiadas zonas horarias
reason-import-attribute = un atributo contiene una entidad
reason-import-entities = no se aceptan entidades
reason-import-geojson = debe ser una FeatureCollection de GeoJSON
reason-import-features = solo debe contener Features
reason-import-wgs = debe estar en WGS { $first }: grados de longitud y latitud
reason-import-encoding = no se conoce la codificación del documento
reason-import-other-archive = no es el archivo de un viaje
reason-import-version = es un archivo de versión { $first }; este servicio las conoce hasta la { $second }
reason-import-repeated = el archivo repite una ruta
reason-import-unsafe = el archivo contiene una ruta insegura
reason-import-picture = contiene una imagen dañada
reason-import-unpacked = debe tener como máximo { $first } bytes al descomprimirse
reason-import-entries = debe tener como máximo { $first } archivos al descomprimirse
reason-import-refused = el archivo contiene algo que un viaje no puede tener
reason-import-no-expenses = es una exportación de Splitwise sin gastos: exporta el grupo como CSV
reason-import-trip-server = es una copia de un servidor TRIP entero: haz una en los ajustes de una cuenta
reason-import-takeout = es un archivo de Google Takeout: descomprímelo y envía Saved Places.json o un archivo CSV
reason-import-no-trip = debe contener un viaje
reason-import-trips = debe contener { $first } viajes como máximo
reason-import-plan = es un plan de pagos de ihatemoney o Cospend: exporta las facturas o el proyecto
reason-import-costs = es una exportación de gastos compartidos que no se puede leer; expórtala otra vez y envíala sin cambios
reason-import-sharers = no debe tener un gasto que compartan más de { $first } personas
reason-import-pdf = es un PDF, que no se lee: importe el correo, el calendario, el pase o la página de la reserva
reason-import-outlook = es un mensaje de Outlook (.msg), que no se lee: guárdelo como .eml e importe ese
reason-import-image = es una imagen, que no se lee: importe el correo, el calendario o el pase de la reserva, o el texto del código de una tarjeta de embarque
reason-import-mail = es un correo sin reserva (en JSON-LD o microdatos, calendario o pase); importe el calendario, el pase o la página de la reserva, o reenvíe como adjunto el primer correo del remitente
reason-import-page = es una página sin reserva (de schema.org en JSON-LD o microdatos); importe el correo, el calendario o el pase de la reserva
reason-import-json-ld = es JSON-LD sin reserva (un objeto del tipo de una reserva de schema.org)
reason-import-bundle = es un conjunto de pases sin reserva (tarjeta de embarque, entrada o pase de un lugar)
reason-import-boarding = es una tarjeta de embarque sin vuelo; vuelva a leer su código
reason-import-pass = es un pase cuyo contenido es ilegible; pídalo de nuevo al remitente
reason-import-pass-kind = es un pase de tipo desconocido
reason-import-shop = es una tarjeta o un cupón de una tienda, que no es una reserva: se leen tarjetas de embarque, entradas y pases de un lugar
reason-import-placeless = es un pase sin lugar, que no es una reserva: guárdelo en su cartera
reason-import-zip = es un archivo zip que no es un pase
