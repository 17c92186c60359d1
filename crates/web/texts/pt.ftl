# Os textos das páginas.

## Every page

skip = Ir para o conteúdo
navigation = Conta e viagens
my-trips = Minhas viagens
account = Conta
sign-in = Entrar
sign-up = Criar conta
sign-out = Sair
developers = Para desenvolvedores
credits = Lugares:
sign-in-and-return = Entrar e voltar
to-front = Para a página inicial
gone-or-removed = A viagem foi excluída, ou você não faz mais parte dela. O que você digitou não foi salvo; copie o que precisar.
may-not-change = Você não pode mais alterar esta viagem. O que você digitou não foi salvo; copie o que precisar.
discard = Descartar o que você digitou?
undo = Desfazer
upload = Enviar arquivo
unsent = Não foi possível contatar o serviço, então talvez isto já esteja salvo. O que você digitou está aqui: tente de novo.
warnings = É bom saber
saving = Salvando…
restored = O que você digitou foi recuperado.
unsaved = Digitado, mas ainda não salvo:
discard-draft = Descartar
saved-on = Salvo em
you-are-offline = você está sem conexão
waiting = esperando a rede
offline-title = Você está sem conexão
offline-text = As viagens que você abriu neste aparelho podem ser lidas sem rede.
saved-trips = Salvas neste aparelho
try-again = Tentar de novo

## Forms

cancel = Cancelar
save = Salvar
yes = sim
no = não
nothing = nada
present-value = Salvo agora:
not-saved = Ainda não salvo.
see-marked = Confira os campos marcados.
gone = Removido nesse meio-tempo
gone-text = Outra pessoa removeu isto desde que você abriu. O que você digitou está abaixo.
session-ended = Sua sessão terminou. O que você digitou está guardado: entre e depois salve.
too-long-to-carry = Sua sessão terminou, e isto é longo demais para passar pela entrada. Nada foi salvo ainda: entre em outra aba, volte ao formulário e salve.
not-sent = Ainda não enviado
draft = Você entrou de novo. Nada foi salvo ainda: confira e envie. As senhas ficaram de fora.
send-again = Enviar de novo
description = Descrição
add = Adicionar
edit = Editar
remove = Remover
day = Dia
start = Início
end = Fim
location = Local
more = Mais
say-where = Dizer onde fica
where-it-is = Onde fica
is-at = No mapa em
not-found-yet = Ainda não está no mapa.
known-street = só se conhece a rua
known-town = só se conhece a cidade
known-region = só se conhece a região
from-stop-before = a { $length } da paragem anterior
look-up-again = Procurar de novo
search-place = Procurar um lugar
no-suggestions = Nenhum lugar encontrado. Tente outro nome, ou marque no mapa.
by-coordinates = Por coordenadas ou em um mapa
choose = Escolher
suggestions = Sugestões
suggested = sugestões
pick-on-map = Toque no mapa onde fica.
no-streets = Toque em um nome abaixo para ver o lugar em um mapa de ruas.
no-street-map = Este serviço não tem mapa de ruas. Quem o administra pode adicionar um com a configuração MAPS.
public-maps = Ruas e atrações do OpenStreetMap: os lugares escritos ou procurados e os endereços de rede dos visitantes vão para os seus serviços públicos.

## Front page

front-title = Planejem a viagem juntos
front-lead = Aonde ir e em que ordem, quem vem junto, quanto custa e quem pagou. Uma página para todos que viajam.
front-picture = Uma rota por três lugares em um mapa
features = O que você pode fazer
by-day = Dia a dia
by-day-text = Cada dia com data, lugares e horários locais. Mova uma parada, um dia ou a viagem inteira.
on-map = No mapa
on-map-text = Cada parada tem seu número, cada dia sua cor e seu caminho.
fair-shares = Divisão justa
fair-shares-text = Quem divide o quê, quem pagou, e o menor número de pagamentos para acertar tudo.
yours = Sua
yours-text = Privada até você compartilhar. Sem rastreadores, sem anúncios. Abre também sem internet.
developers-title = Para programas
developers-text = Tudo existe também como interface HTTP.

## Sign-up and sign-in

sign-up-lead = Um nome que os outros veem, um nome de usuário para encontrar você e uma senha.
your-name = Seu nome
username = Nome de usuário
username-hint = Até 39 letras (a a z), dígitos, pontos, hifens e sublinhados, sem espaços
email-optional = E-mail (opcional)
password = Senha
password-hint = De 8 a 128 caracteres
has-account = Já tem uma conta?
has-no-account = Ainda não tem conta?
sign-in-returns = Entre para continuar.
bad-credentials = O nome de usuário e a senha não combinam.
taken = já está em uso

## Account

profile = Perfil
about-you = Sobre você
interests = Interesses
interests-hint = Um por linha
privacy = Privacidade e idioma
private-account = Os outros só veem meu nome, nome de usuário e foto
share-email = As pessoas das minhas viagens veem meu e-mail
picture = Foto
your-picture = Sua foto
new-picture = Nova foto
present-password = Senha atual
new-password = Nova senha
change-password = Mudar a senha
wrong-password = não é a sua senha
password-ends-sessions = Uma nova senha encerra a sessão em todos os outros aparelhos.
sessions = Sessões
sessions-text = Encerra a sessão em todos os aparelhos, todo acesso de programas e os seus links de calendário.
sign-out-everywhere = Sair em todos os lugares
delete-account = Excluir conta
delete-account-lead = Com todas as viagens que são suas.
delete-account-text = Sua conta, as viagens que são suas e as fotos delas são excluídas. Você deixa todas as outras viagens. Não dá para desfazer.
export-account = Seus dados
export-account-text = Um arquivo com seu perfil, suas configurações, suas fotos e as viagens de que você participa. Não compartilhe: ele contém seu endereço de e-mail.
export-account-file = Baixar seus dados

## List of trips

mailbox = Caixa de reservas
mailbox-text = Encaminhe os e-mails das suas reservas para este endereço. O que for lido deles espera aqui até você adicionar a uma viagem; os e-mails não são guardados. Quem souber o endereço pode enviar propostas a você.
proposals = Reservas recebidas
no-proposals = Nada chegou ainda.
which-trip = Viagem
new-trip = Nova viagem
create-trip = Criar viagem
no-trips = Ainda não há viagens
no-trips-text = Dê um nome à primeira. Datas, lugares e pessoas podem esperar.
older = Mais antigas
trip-name-hint = Por exemplo “Uma semana em Lisboa”
search = Pesquisar
search-trips = Pesquisar minhas viagens
my-role = Meu papel
all-trips = Todas as viagens
nothing-found = Nenhuma viagem tem todas essas palavras.

## List of trips, copies, dates and photos

trips-under-way = Em curso
trips-ahead = Próximas
trips-undated = Sem datas
trips-past = Passadas
trips-of-others = Outras pessoas puseram você nestas viagens
trips-of-others-text = Contam para você quando as mantém ou escreve nelas. Quem deixa uma viagem não a vê mais.
keep-trips = Manter as marcadas
leave-trips = Deixar as marcadas
copy-trip = Copiar esta viagem
copy-lead = Cria uma nova viagem sua. Pagamentos, links e números de reserva ficam aqui.
copy-start-hint = Todas as datas acompanham. Se ficar vazio, elas não mudam.
copy-with = O que vai junto
make-copy = Criar a cópia
done-copied = Copiada. Esta é a nova viagem.
import-into = Adicionar de um arquivo
import-into-lead = O que o arquivo contém é adicionado a esta viagem: itens em suas datas ou após o último dia, lugares, pontos e linhas no mapa. Nada do que já existe muda, exceto itens da mesma reserva.
plan-if-first-day-changes = Se o primeiro dia mudar, o que está planejado
plan-moves = se move os mesmos dias
plan-stays = fica em suas datas
remove-ticked = Remover as marcadas
back-to-photos = Todas as fotos
previous = Anterior
next = Próxima
caption = Legenda
use-as-main = Usar como imagem da viagem
photo-sooner = Mover para a frente
photo-later = Mover para trás
in-days =
    { $days ->
        [1] Amanhã
       *[other] Daqui a { $days } dias
    }
day-of-trip = Dia { $day } de { $days }
photo-of = Foto { $number } de { $total }
choose-of = Escolher { $name }
remove-photos =
    { $number ->
        [one] Remover { $number } foto
       *[other] Remover { $number } fotos
    }
not-a-picture = “{ $file }” não é uma imagem que possa ser adicionada. Escolha JPEG, PNG, WebP ou GIF.
picture-too-large = “{ $file }” é grande demais: no máximo 20 MiB e 50 megapixels.
added-of-file =
    Adicionado a esta viagem: { $items ->
        [one] { $items } item no roteiro
       *[other] { $items } itens no roteiro
    }, { $places ->
        [one] { $places } lugar no mapa
       *[other] { $places } lugares no mapa
    }{ $tracks ->
        [0] {""}
        [one] , { $tracks } trajeto
       *[other] , { $tracks } trajetos
    }, { $photos ->
        [one] { $photos } foto
       *[other] { $photos } fotos
    }.
outside-dates =
    { $number ->
        [one] { $number } item está fora do primeiro e último dia:
       *[other] { $number } itens estão fora do primeiro e último dia:
    }
picture-damaged = Não dá para ler “{ $file }”: está danificado ou incompleto.
nothing-added = Nada foi adicionado.
done-none-ticked = Marque primeiro as fotos a remover.

## Import

import = Importar
import-trip = Importar uma viagem
import-lead = Um arquivo vira uma nova viagem que só você vê.
import-formats = Um arquivo do Wayfare (.zip), GPX, KML, KMZ, GeoJSON, iCalendar, uma reserva (mensagem, passe, página, JSON-LD ou texto de um cartão de embarque) ou uma exportação do Splitwise, Spliit, ihatemoney, Cospend, Tricount, Google Takeout, TripIt, Polarsteps, AdventureLog ou TRIP, de no máximo 20 MiB; arquivos de viagens, 512 MiB
file = Arquivo
no-file = Escolha primeiro um arquivo.
not-imported = O arquivo não foi importado, e nada foi salvo.
import-too-large = O arquivo é grande demais: no máximo 20 MiB, 512 MiB para arquivos de viagens.
preview = Prévia
preview-hint = Nada foi salvo ainda. Se parece certo, importe. Se o arquivo não aparecer mais abaixo, escolha-o antes de novo.
changes = Mudanças em itens existentes
format = Formato

## A trip and its settings

no-dates = Ainda sem datas
public = Pública
private = Privada
trip-name = Nome da viagem
first-day = Primeiro dia
last-day = Último dia
is-public = Quem tiver o endereço pode ler esta viagem
views = Vistas da viagem
costs = Gastos
lists = Listas
edit-trip = Editar viagem
sign-in-to-edit = Entrar para editar
days = Dias
changed-last = Última alteração:
somebody = Alguém
trip-gone = Você não pode mais ver esta viagem: ela foi excluída, você foi retirado dela, ou saiu da conta.
estimate-from = Custo previsto, no mínimo
estimate-to = Custo previsto, no máximo
shift = Mover a viagem inteira
shift-button = Mover todos os dias
shift-hint = Quantos dias? -2 são dois dias antes.
delete-trip = Excluir viagem
delete-trip-text = O roteiro, o orçamento e as fotos são excluídos para todos. Não dá para desfazer.

## Itinerary

itinerary = Roteiro
no-items = Nada foi planejado ainda.
no-items-editor = Nada foi planejado ainda. Adicione primeiro o que você sabe: um voo, uma cama, um lugar para ver.
add-item = Adicionar ao roteiro
move = Mover
up = Para cima
down = Para baixo
earlier = Um dia antes
later = Um dia depois
duplicate = Duplicar
remove-item = Remover do roteiro
remove-item-text = Os horários e custos também são removidos.
place-or-title = Lugar ou título
title-hint = Pode começar pelo horário: 15:30 Museu
kind = Tipo
zone-of-place = Hora local do lugar
location-hint = Um endereço, um lugar ou coordenadas; procurado se ficar vazio
coordinates = Coordenadas
coordinates-hint = Graus norte e leste, por exemplo 38.6916, -9.2160. Vazio: procurado.
end-place = Termina em
end-place-hint = Onde o trajeto termina, se o nome não diz
start-zone = Fuso horário do início
end-zone = Fuso horário do fim
zone-hint = Uma cidade como Lisboa ou um nome como Europe/Lisbon; vazio para o do lugar
trip-zone = Fuso horário
trip-zone-hint = Para horários sem lugar: uma cidade como Lisboa ou um nome como Europe/Lisbon
move-to-day = Passar para outro dia
move-hint = Os horários se movem pelo mesmo número de dias.
last-of-stay = Último dia
photo-links = Links para fotos
photo-links-hint = Um por linha: o endereço, depois o que mostra

## Rows of the itinerary

today = Hoje
confirmation = Número da reserva
one-night = 1 noite
kind-flight = Voo
kind-train = Trem
kind-bus = Ônibus
kind-car = Carro
kind-ferry = Balsa
kind-walk = A pé
kind-travel = Trajeto
kind-stay = Hospedagem
kind-food = Refeição
kind-sight = Passeio
kind-activity = Atividade
kind-other = Outro
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

length = Duração
length-hint = Por exemplo 1:30 ou 90 min, em vez de um fim
time-hint = Por exemplo 15:30, hora local; para outro dia, 2026-05-02 15:30
next-day-hint = Hora local; antes do início é o dia seguinte
arrival-hint = Hora local de chegada: a primeira vez depois da partida
departure = Partida
arrival = Chegada
check-in = Check-in
check-out = Check-out
origin = De
target = Para
own-title = Título
own-title-hint = Vazio para os nomes dos dois lugares
sure = Sim, é esse dia
refused-clock = escreva o horário como 15:30
refused-length = escreva a duração como 1:30 ou 90 min
refused-both = deixe um dos dois vazio: o fim ou a duração
refused-far-day = são mais de 30 dias depois do último dia da viagem: mude, ou marque a caixa se é isso mesmo
refused-far-time = está a mais de 30 dias da viagem: confira o mês e o ano, ou marque a caixa se é isso mesmo
refused-unsure = marque se é isso mesmo
refused-no-way = diga onde começa e onde termina
refused-far-move = são mais de 30 dias depois do último dia da viagem: dê antes à viagem um último dia mais tarde
done-by-time = Fica onde está: o que tem horário segue a ordem dos horários.
error-picture-text = Não dá para ler como imagem. Escolha um arquivo JPEG, PNG, WebP ou GIF.
empty-category = Se ficar vazio: { $category }
moved-to = Movido para o dia { $day }.
moved-to-time = Movido para o dia { $day }: fica conforme seu horário, { $time }.

## Budget

base-currency = Moeda da viagem
money = Custos
cost = Custo
estimate = Estimativa
currency = Moeda
category = Categoria
who-paid = Quem pagou
several = Vários, ou uma parte
not-paid-yet = Ainda não pago
planned = Previsto, ainda não pago
refund-hint = Para um reembolso, ponha um menos antes do valor
for-whom = Para quem
split = Como dividir
split-equally = Igualmente
split-by-parts = Por partes, como 2 : 1
split-by-amounts = Por valores
add-expense = Adicionar despesa
all-costs = Todas as despesas
what-for = Para quê
date = Data
date-optional = Data (opcional)
empty-for-today = Se ficar vazio: hoje
remove-expense = Remover esta despesa
remove-expense-text = O valor e quem pagou também são removidos.
rates = Taxas de câmbio
rates-hint = Se ficar vazio: a taxa usual
rate-hint = Um número ou uma fração como 1/195.
other-currency = Outra moeda
use-rate = Usar esta taxa
which-way-round = Sentido da taxa
sure-rate = Sim, é essa taxa
budget = Orçamento
trip-budget = Custos da viagem inteira
total-cost = Total
total-paid = Pago
no-costs = Ainda não há custos. Adicione uma despesa, ou o preço de uma parada.
chart = Custos por categoria em barras; a tabela abaixo tem os números
by-category = Por categoria
by-person = Por pessoa
person = Pessoa
nobody-yet = Ainda ninguém
paid = Pago
expenditures = Outros gastos
you-owe = Você deve
you-get-back = Devem a você
your-balance = Seu saldo
you-are-even = Você está quite
planned-for-you = Previsto para você, ainda não pago
who-owes-whom = Quem deve a quem
all-settled = Está tudo acertado.
mark-as-paid = Marcar como pago
recorded-payments = Pagamentos registrados
not-all-counted = Nem tudo está contado ainda: faltam taxas de câmbio.
how-worked-out = Como isto foi calculado
other-payment = Registrar pagamento
record = Registrar
to-whom = A quem
amount = Valor
note = Nota
beyond-cost = Dividido além do custo
left = Falta
excess = Sobra
rest = dividido igualmente por

## Lists of what is to do

new-list = Nova lista
list-name = Nome da lista
list-packing = Bagagem
list-before-leaving = Antes de sair
list-shopping = Compras
edit-list = Editar lista
which-list = Lista
who-does-it = Quem faz
still-to-do = Ainda por fazer
tick-several = Marcar várias
done-entry-gone = Alguém removeu isso nesse meio-tempo.
refused-lists = é uma a mais: uma viagem tem no máximo 20 listas
refused-list-gone = deve ser outra: alguém removeu esta lista
new-entry-in = Nova entrada em { $name }
number-done =
    { $number ->
        [one] { $number } feita
       *[other] { $number } feitas
    }
entries-go =
    { $number ->
        [0] Ela não tem entradas.
        [one] A entrada dela também é removida.
       *[other] As { $number } entradas dela também são removidas.
    }

## Lines of the map

tracks = Trajetos
remove-track-text = A linha some do mapa para todos.
track-number = Trajeto { $number }

## To-do, places, photos and notes

todo = Tarefas
no-todo = Nada a fazer.
empty-list = Ainda não há nada nesta lista.
done = Feito
new-todo = Nova tarefa
todo-entry = Tarefa
places = Lugares
no-places = Ainda não há lugares.
new-place = Novo lugar
place-name = Nome do lugar
edit-place = Editar lugar
photos = Fotos
no-photos = Ainda não há fotos.
add-photos = Adicionar fotos
first-frame = De uma imagem animada fica o primeiro quadro.
main-picture = Imagem da viagem
remove-main-picture = Remover a imagem da viagem
notes = Notas
notes-hint = Texto, com # títulos e palavras em **negrito**, ou HTML simples
remove-photo-text = A foto é excluída para todos. Não dá para desfazer.
tickets = Passagens e arquivos
add-file = Adicionar um arquivo
files-hint = Passagens, reservas e documentos. Só as pessoas da viagem os veem; uma foto mantém o que a câmera gravou nela, como o lugar onde foi tirada.
remove-file-text = O arquivo é excluído para todos. Não dá para desfazer.

## Booklet

add-notes = Adicionar anotações
booklet = Caderno para imprimir
booklet-costs = Com os custos
booklet-show = Mostrar
booklet-print = Imprimir

## Map and locations

address = Endereço
map = Mapa
no-map = Adicione um lugar, e ele aparece aqui.
map-of-trip = Mapa da viagem; a lista abaixo dá nome aos marcadores
zoom-in = Aproximar
zoom-out = Afastar
whole-map = Mostrar tudo
not-on-map = Não está no mapa
locations = Pontos do mapa
new-location = Adicionar ponto
edit-location = Editar o ponto
transportation = Como chegar
way-there = De
distance = Quilômetros
minutes = Minutos

## Files and calendar

files = Arquivos e calendário
calendar-feed = Link do calendário
calendar-feed-text = Um link secreto que os aplicativos de calendário leem. Um novo substitui o anterior.
calendar-once = Copie agora: ele não é mostrado de novo. Quem o tiver pode ler o calendário.
open-calendar = Abrir em um calendário
new-address = Novo link
end-address = Parar de compartilhar
calendar-of-all = Calendário de todas as viagens

## Share links

share-links = Links de compartilhamento
share-links-text = Para quem não tem conta: com o link se leem as partes que você escolher.
new-link = Novo link de compartilhamento
make-link = Criar o link
link-label = Para quem (uma nota para você)
link-parts = O que mostra
link-expires = Último dia (vazio: 90 dias depois da viagem)
link-password = Senha do link (opcional)
link-has-password = com senha
link-never-ends = sem fim
end-link = Desativar este link
shared-trip = Viagem compartilhada
shared-password = Esta viagem é compartilhada com uma senha.
wrong-link-password = Esta não é a senha do link.
open = Abrir
share-link = link de compartilhamento
edit-link = Editar o link de compartilhamento
link-last-day = Último dia (vazio para não ter fim)
link-new-password = Nova senha (vazio para manter a atual)
link-no-password = Sem senha a partir de agora

## Settlement explained

explained = Quem deve a quem, passo a passo
explained-file = Estas linhas em arquivo (CSV)
for = Item
share = Parte
in-all = No total
no-rate = sem taxa
rounding = Arredondamento
is-even = Pagou exatamente a sua parte.

## Keys for programs

key = Chave
keys = Chaves para programas
keys-text = Com uma chave, um programa lê suas viagens, ou as altera, sem a sua senha. Ele não pode alterar sua conta.
new-key = Nova chave
make-key = Criar a chave
key-name = Para que serve (uma nota para você)
key-may = O que o programa pode fazer
key-reads = ler
key-writes = ler e alterar
key-trips = Com quais viagens
key-all-trips = todas as viagens
key-some-trips = só as marcadas abaixo
key-other-trip = uma viagem da qual você não faz parte
key-last-day = Último dia (vazio para não ter fim)
key-unused = ainda não usada
key-never-ends = sem fim
key-once = Copie agora: ela não é mostrada de novo. Quem a tiver pode fazer o que você escolheu.
copy = Copiar
copied = Copiado.
delete-key = Excluir
delete-key-text = O programa que usa esta chave perde o acesso na hora.

## Assistants

assistants = Assistentes
assistants-text = Um assistente lê ou altera as suas viagens sem a sua senha. Ele não pode alterar a sua conta, nem compartilhar ou excluir uma viagem.
end-assistant = Encerrar
end-assistant-text = O assistente perde o acesso na hora.
allow = Permitir
no-application = Não é possível perguntar sobre este aplicativo
no-application-text = O endereço que o descreve falta, não pode ser lido ou pede algo que aqui não se dá. Nada foi permitido e você não foi enviado a lugar nenhum.

## Confirming an address

confirm-title = Este é o seu e-mail?
confirm-button = Confirmar o endereço
is-confirmed = Este endereço está confirmado.
not-confirmed = Seu e-mail ainda não está confirmado. Até lá, você não pode entrar com ele nem receber uma nova senha por e-mail. Procure a nossa mensagem, ou peça que seja enviada de novo.
confirm-again = Enviar a mensagem de novo
undo-email-title = Recuperar o seu e-mail?
undo-email-button = Recuperar e encerrar todas as sessões
current-for-email = Necessária para alterar ou remover o e-mail.
sign-in-too-old = precisa de uma entrada dos últimos dez minutos: saia e entre de novo

## Refusing invitations

refuse-title = Não receber mais convites por e-mail?
refuse-text = Depois disso, ninguém poderá enviar um convite por este serviço ao endereço da mensagem que trouxe você aqui. Os links que derem a você continuam funcionando.
refuse-button = Não enviar mais
is-refused = Este endereço não recebe mais convites deste serviço.

## A forgotten password

forgotten = Esqueceu a senha?
forgotten-lead = Digite seu nome de usuário ou seu e-mail. Se houver uma conta assim com um endereço confirmado, enviamos para lá um link para uma nova senha.
forgotten-sent = Se houver uma conta assim, e o endereço estiver confirmado, uma mensagem está a caminho. O link vale por uma hora. Não chegou nada? Veja na caixa de spam, ou peça de novo mais tarde: poucas mensagens são enviadas por hora.
forgotten-no-mail = Este serviço não envia e-mails. Para uma nova senha, fale com
the-operator = quem o administra
login = Nome de usuário ou e-mail
send-link = Enviar o link
reset-title = Escolha uma nova senha
reset-lead = Ela encerra a sessão em todos os aparelhos.

## Elsewhere

mail-language = Idioma das páginas e dos e-mails
language-of-browser = O do meu navegador
invite-by-mail = Enviar para (um e-mail, opcional)

## Signing in elsewhere

send-when-signed-in = Entre lá na nova aba, volte para esta e envie de novo o que você digitou.
sign-in-not-begun = Esta entrada não começou neste navegador, ou levou mais de dez minutos. Tente de novo.
sign-in-cancelled = Você cancelou a entrada lá.
sign-in-failed = A entrada não funcionou lá. Tente de novo.
undo-joining = Desfazer

## The people of a trip

people = Pessoas
make-owner = Passar a viagem
leave = Deixar a viagem
leave-title = Deixar esta viagem?
leave-text = Você não a vê mais. Só quem é responsável por ela ou um convite trazem você de volta. O que você dividiu e pagou fica nos custos.
make-editor = Deixar editar
make-viewer = Somente leitura
no-account = sem conta
add-by-name = Adicionar por nome
add-by-name-hint = Para custos que alguém sem conta divide. Essa pessoa pode entrar depois por um convite, e dizer quem é.
name-of-person = Nome
rename = Renomear
party-in-use = Um custo ou pagamento cita esta pessoa. Mude isso primeiro.
nobody-of-that-name = ninguém aqui tem este nome de usuário. Em vez disso, envie um link de convite: quem o abrir pode participar, com uma conta ou com uma nova
on-trip-already = já participa da viagem
remove-person-text = Essa pessoa não vê mais a viagem. O que ela dividiu e pagou fica nos custos.
hand-over-text = Quem recebe a viagem decide quem participa e pode excluí-la. Você continua nela e pode editar. Links de compartilhamento e convites terminam.
invitations = Convites
invitations-text = Quem abrir o link pode entrar na viagem, por 14 dias.
invitation = Link de convite
invite = Convidar por link
invite-to-read = Convidar só para ler
share-address = Enviar

## An error page for visitors who are signed in

not-yours = Esta página não existe, ou não é para você. Se alguém viaja com você, peça um link de convite.

## Joining by an invitation

which-are-you = Quem destas pessoas é você?
which-are-you-hint = O que este nome divide e pagou passa a ser seu.
none-of-these = Nenhuma
join = Participar
sign-up-and-join = Participar com uma nova conta
sign-in-and-join = Tenho uma conta
party-taken = Outra pessoa acabou de dizer que é ela. Escolha de novo.

## Messages of finished edits

done-saved = Salvo.
done-added = Adicionado.
done-created = Criada. Adicione primeiro o que você sabe.
done-removed = Removido.
done-moved = Movido.
done-shifted = Todos os dias foram movidos.
done-ticked = Feito.
done-imported = Importado.
done-paid = Registrado como pago.
done-paid-already = Isto já estava registrado como pago.
done-not-owed = Nada foi registrado: quem deve a quem mudou desde que esta página foi aberta.
done-undone = Desfeito.
done-uploaded = Arquivo enviado.
done-deleted = A viagem foi excluída.
done-key-deleted = A chave foi excluída.
done-assistant-ended = O assistente não tem mais acesso.
done-shown = Isto já foi criado e só é mostrado uma vez. Se você não copiou, crie um novo.
done-ended = O link não funciona mais.
done-invited = O link está pronto: copie ou envie.
done-joined = Você está na viagem.
done-left = Você deixou a viagem.
done-identity = Vinculada. A partir de agora você pode entrar assim.
done-password = A senha foi mudada.
done-confirmed = Seu e-mail está confirmado.
done-email-undone = A conta tem de novo este e-mail, e todas as sessões foram encerradas. Escolha uma nova senha: peça-a aqui.
done-mailed = A mensagem está a caminho.
done-signed-out = Você saiu.
done-account-deleted = A conta foi excluída.

## Errors

error-not-found = Nada aqui
error-not-permitted = Não permitido
error-refused = Recusado
error-method = Não é possível aqui
error-too-large = Grande demais
error-too-many = Pedidos demais
error-busy = Tente de novo
error-client = Isso não funcionou
error-server = Algo deu errado
error-not-found-text = Esta página não existe, ou não é para você. Se alguém a compartilhou com você, entre.
error-not-permitted-text = Sua conta não pode fazer isto. Talvez outra possa.
error-too-many-text = Espere um momento e tente de novo.
error-refused-text = Recarregue a página e tente de novo.
error-too-large-text = Escolha um arquivo menor, ou envie menos de uma vez.
error-busy-text = O serviço está ocupado. Tente de novo daqui a pouco.
error-other-text = Volte e tente de novo.

## Categories of costs

category-activities = Atividades
category-accommodation = Hospedagem
category-food = Comida e restaurantes
category-transportation = Transporte
category-gifts = Presentes e lembranças
category-other = Outros

## Formats of files

format-ics = Calendário (iCalendar)
format-gpx = Pontos e rotas (GPX)
format-kml = Mapa (KML)
format-geojson = Mapa (GeoJSON)
format-csv = Custos (CSV)
format-settlement = Quem deve a quem, linha por linha (CSV)
format-zip = Tudo (arquivo compactado)

## Roles

role-owner = responsável
role-editor = pode editar
role-viewer = pode ler
invited-as-viewer = Você pode ler tudo.
invited-as-editor = Você pode ler e alterar tudo.

## What is wrong with a field, from the pages

refused-empty = não pode ficar vazio
refused-not-one-of-us = deve ser uma das pessoas
refused-date = deve ser uma data, por exemplo 2026-05-01
refused-time = deve ser uma data e um horário, por exemplo 2026-05-01 09:00
refused-point = devem ser graus norte e leste, por exemplo 38.6916, -9.2160
refused-base = não pode ser a moeda dos totais
refused-after-last-day = não pode ser depois do último dia
refused-has-rate = já tem uma taxa
refused-rate = deve ser um número maior que 0
refused-pair = deve citar as duas moedas, por exemplo 1 GBP = 195 JPY
refused-other-currency = deve ser a moeda desta taxa
refused-same-name = já é o nome de alguém da viagem: acrescente algo que os diferencie, como um sobrenome
refused-too-many = tem entradas demais

## Sentences

sentence = { $text }.
two-amounts = pode ser { $first } ou { $second }; digite um dos dois
day-number = Dia { $number }
and-more = … e mais { $count }
empty-days = Dias { $from } a { $to }: nada planejado
add-to-day = Adicionar ao dia { $number }
night = Noite { $number } de { $nights }
day-of = Dia { $number } de { $days }
item-not-on-map = { $name } não está no mapa.
photo = Foto { $number }
about = cerca de { $amount }
label-of = { $label }: { $name }
before-value = { $label }:
edit-of = Editar { $name }
remove-of = Remover { $name }
removal-of = Tirar { $name } da viagem?
handover-to = Passar a viagem para { $name }?
invited-by = { $name } convida você para esta viagem.
delete-of = Excluir { $name }?
further-warnings = e mais { $number }, que a prévia do arquivo lista
mark-paid-of = Marcar como pago: { $from } a { $to }
owes = { $from } deve { $amount } a { $to }
has-paid = { $from } pagou { $amount } a { $to }
unconverted = Fora dos totais, porque a moeda não tem taxa: { $amount }
worth-of-one = 1 { $currency } em { $base }, ou 1 { $base } em { $currency }
rate-into = Taxa para { $base }
usual-rate = Se ficar vazio, a taxa de referência de { $day }: { $rate }
far-rate = quer dizer { $typed }, mas a taxa de referência é { $usual }: inverta, corrija ou marque a caixa se é isso mesmo
amount-of = { $currency } que { $from } paga a { $to }
currency-hint = Todas as somas da viagem ficam nela. Se ficar vazio: { $base }
empty-currency = Se ficar vazio: { $base }
times-in =
    { $zone ->
        [UTC] Hora UTC
       *[other] Hora de { $zone }
    }
share-of = Parte de { $name }
paid-by = { $name } pagou
several-paid = { $names } pagaram
refunded-to = Reembolsado a { $names }
part-paid = { $names }: pago { $part } de { $total }
left-out = Fora destes totais, porque a taxa de câmbio não é conhecida: { $amount }
payment-to = Pagamento a { $name }
payment-from = Pagamento de { $name }
gets-back = Pagou { $amount } a mais que a sua parte.
owes-still = Pagou { $amount } a menos que a sua parte.
owes-no-more = Depois disso { $name } não deve mais nada.
owes-besides = { $name } ainda deve { $amount }.
gets-no-more = { $name } então recebeu tudo de volta.
gets-besides = { $name } ainda recebe { $amount }.
at-own-rate = { $amount } a { $rate }, a taxa desta viagem
at-paid-rate = { $amount } a { $rate }, a taxa dos pagamentos
at-reference-rate = { $amount } a { $rate }, a taxa de referência de { $day }
key-used = último uso: { $day }
until = até { $day }
stale = { $name } alterou o mesmo aqui enquanto isso. O que você digitou está abaixo, com a versão da outra pessoa ao lado. Salve de novo para substituí-la.
changed-by = { $name } alterou { $what }
added-by = { $name } adicionou { $what }
removed-by = { $name } removeu { $what }
moved-by = { $name } moveu { $what }: { $when }
form-changed-by = { $name } alterou o que este formulário mostra. O que você digitou fica: ao salvar, os dois são mantidos, e só é perguntado onde vocês alteraram o mesmo.
local-time = hora local, { $difference }
from-time = a partir das { $time }
until-time = até as { $time }
number-of-people =
    { $number ->
        [one] { $number } pessoa
       *[other] { $number } pessoas
    }
number-of-stops =
    { $number ->
        [0] nada planejado
        [one] { $number } parada
       *[other] { $number } paradas
    }
still-pays-outside = { $name } recebeu { $amount } de um reembolso que ninguém divide ainda
gets-from-outside = { $name } pagou { $amount } que ninguém divide ainda
joined-of =
    { $used ->
        [one] { $used } de { $uses } entrou
       *[other] { $used } de { $uses } entraram
    }
number-joined =
    { $used ->
        [one] { $used } entrou
       *[other] { $used } entraram
    }
confirm-text = A conta { $username } tem o endereço { $email }. Se ambos são seus, confirme.
undo-email-text = A conta { $username } tinha antes o e-mail { $email }. Se outra pessoa o alterou, recupere-o. Todos os que estão na conta terão a sessão encerrada.
allow-title = Permitir que { $name } use as suas viagens?
allow-text = O aplicativo de { $host } pede para agir pela conta { $username }. O nome que ele se dá ninguém verificou: olhe o endereço.
allow-back = Com a sua permissão, você volta para { $host }.
sign-in-with = Entrar com { $name }
join-with = Vincular a { $name }
provider-away = { $name } não responde no momento. Tente de novo em breve.
not-joined = Vincule esta conta à sua conta em { $name }, para entrar com ela a partir daí.
joined-on = Vinculada em { $date }: você pode entrar com { $name }.
only-way = Não dá para desfazer: { $name } é a única forma de entrar nesta conta.
identity-invalid = A resposta de { $name } não é válida. Tente de novo.
identity-not-in-group = Sua conta em { $name } não pode usar este serviço. Fale com quem o administra.
identity-unknown = Nenhuma conta aqui está vinculada à sua conta em { $name }. Se você tem uma, entre com a senha dela e vincule as duas na página Conta; senão, crie primeiro uma conta.
identity-unknown-here = Nenhuma conta aqui está vinculada à sua conta em { $name }. Fale com quem administra este serviço.
identity-taken = Sua conta em { $name } está vinculada a outra conta aqui, ou esta a outra conta lá. Desfaça isso primeiro.

## Reasons of the domain and of the service, which pages show at their fields

reason-not-negative = não pode ser negativo
reason-refund = não pode ser maior que 0 em um reembolso
reason-sign = deve ter o sinal dos outros custos e pagamentos
reason-number = deve ser um número
reason-too-large = é um número grande demais
reason-at-most = deve ser no máximo { $first }
reason-at-least = deve ser no mínimo -{ $first }
reason-currency = deve ser um código de moeda ISO 4217, por exemplo “CAD”
reason-nul = não pode conter um caractere NUL
reason-zone = deve ser o nome de um fuso horário, por exemplo “Europe/Lisbon”
reason-point = deve ser um ponto na Terra
reason-from-one = deve ser 1 ou mais
reason-http = deve ser um endereço http ou https
reason-link = deve ser um endereço http, https ou mailto
reason-rate = deve ser um número maior que 0, por exemplo “0.62”
reason-above-zero = deve ser maior que 0
reason-email = deve ser um endereço de e-mail
reason-years = deve estar nos anos 1 a 9999
reason-past = não pode estar no passado
reason-section = deve citar pelo menos uma parte
reason-trip = deve citar pelo menos uma viagem
reason-trips = deve citar no máximo { $first } viagens
reason-username = deve ter de 1 a 39 letras (a a z), dígitos, “_”, “.” ou “-”, sem espaços, e não começar com nenhum dos dois últimos
reason-day = deve ser um dia, por exemplo “2026-05-01”
reason-time = deve ser um horário, por exemplo “2026-05-01T09:00:00Z”
reason-digits = deve ter no máximo { $first } dígitos
reason-places = deve ter no máximo { $first } casas decimais
reason-no-places = deve ser um número inteiro, pois esta moeda não tem decimais
reason-characters = deve ter no máximo { $first } caracteres
reason-length = deve ter de { $first } a { $second } caracteres
reason-entries = deve ter no máximo { $first } entradas
reason-with-owner = deve ter no máximo { $first } pessoas, contando o responsável
reason-people = devem ser no máximo { $first } pessoas
reason-photos = deve ter no máximo { $first } fotos
reason-items = não pode ser adicionado: a viagem tem { $first } paradas
reason-left = deve somar { $first }: faltam { $second }
reason-excess = deve somar { $first }: sobram { $second }
reason-parts = deve ter um número para alguém, se não for dividido igualmente
reason-somebody = deve ser pelo menos uma pessoa
reason-end = não pode ser antes do início
reason-start = não pode ser depois do fim
reason-low = não pode passar da estimativa maior
reason-high = não pode ficar abaixo da estimativa menor
reason-shift = deve ser um número inteiro de -{ $first } a { $second }
reason-payer = não pode ser quem pagou
reason-base = não pode ser a moeda da viagem
reason-twice = não pode aparecer duas vezes
reason-no-mail = não pode ser enviado: este serviço não envia e-mails
reason-recipient-limit = não recebe mais convites por e-mail por enquanto: convide sem endereço e envie você mesmo o link
reason-room = não há espaço para as fotos na sua conta
reason-trip-room = não há espaço para a viagem na sua conta
reason-member-of = seriam mais do que as { $first } participações que uma conta pode ter ou dar
reason-owner-of = seriam mais do que as { $first } viagens que uma conta pode ter
reason-no-trip = não é uma viagem sua
reason-own-trip = é uma viagem sua
reason-handed-over = é sua: quem a passou para você não está mais na viagem
reason-invitations = uma viagem tem no máximo { $first } convites
reason-links = uma viagem tem no máximo { $first } links
reason-nested = está aninhado demais, ou deixa formatações demais abertas
reason-no-rate = não tem taxa nesta viagem, nem taxa de referência desse dia ou anterior
reason-payments = uma viagem tem no máximo { $first } pagamentos registrados
reason-member = deve ser uma pessoa da viagem
reason-no-member = não participa da viagem
reason-visible-trip = deve ser uma viagem que você pode ver
reason-files = deve ter no máximo { $first } arquivos

## What an import says of a file

warning-overlay = uma sobreposição ou um link ficou de fora
warning-area = uma área ou uma linha ficou de fora
warning-place-dates = as datas de um lugar ficaram de fora
warning-time = um horário ficou de fora: não pode ser lido
warning-feature = o que não é ponto nem linha ficou de fora
warning-point = um ponto não tem coordenadas válidas
warning-lines = uma linha ficou de fora: uma viagem tem no máximo { $first }
warning-short-line = uma linha de menos de dois pontos ficou de fora
warning-simplified = uma linha foi simplificada
warning-no-end = um item que termina antes de começar fica sem fim
warning-places = os lugares depois dos primeiros { $first } são pontos do mapa
warning-dates = as datas ficaram de fora: o início é depois do fim
warning-location-dates = as datas de um lugar ficaram de fora: o início é depois do fim
warning-descriptions = os pontos do mapa não têm descrição
warning-shortened = um texto foi encurtado
warning-picture = falta uma imagem
warning-file = um arquivo do pacote não faz parte da viagem
warning-repeats = de um evento repetido só fica a primeira ocorrência
warning-cancelled = um evento cancelado ficou de fora
warning-unreadable = um evento que não pode ser lido ficou de fora
warning-unknown-zone = um evento num fuso horário desconhecido ficou de fora
warning-unreadable-end = um fim que não pode ser lido ficou de fora
warning-old-version = uma versão anterior de um evento ficou de fora
warning-repeats-left = de um evento repetido só fica a primeira ocorrência que resta
warning-other-hour = a hora fica como está escrita, não como diz o fuso horário do ficheiro
warning-zone-begins = o fuso horário do ficheiro começa mais tarde; vale a sua primeira diferença para UTC
warning-startless = um evento sem início ficou de fora
warning-never = um evento repetido que nunca ocorre ficou de fora
warning-floating = um horário sem fuso é o do lugar
warning-line = uma linha de texto ilegível ficou de fora
warning-todo = uma tarefa ficou de fora
warning-journal = uma anotação de diário ficou de fora
warning-component = o que não é um evento ficou de fora
warning-unnamed = o arquivo não tem nome: a viagem se chama “Imported trip”
warning-archive = as anotações, listas, despesas e pagamentos de um pacote ficaram de fora
warning-found = localizados pelo nome, sem coordenadas no arquivo: { $first }
warning-lost = lugares não encontrados: { $first }
warning-early = paradas antes do primeiro dia, acrescentadas depois do último: { $first }
warning-known-items = paradas deixadas de fora porque já estão na viagem: { $first }
warning-known-lines = linhas deixadas de fora porque já estão na viagem: { $first }
warning-known-payments = pagamentos que ficaram de fora, porque já estão na viagem: { $first }
warning-kept = o que foi alterado aqui desde então fica
warning-still-there = uma reserva cancelada ainda está na viagem
warning-photos = uma viagem tem no máximo { $first } fotos: as outras ficam de fora
warning-unreadable-pictures = imagens que ficaram de fora, porque não podem ser lidas: { $first }
warning-no-room = imagens que ficaram de fora, porque a conta não tem espaço: { $first }
warning-no-trip = um evento não é de nenhuma viagem do calendário
warning-unreadable-line = uma linha não pode ser lida e fica de fora
warning-payer = quem pagou fica de fora
warning-line-left-out = uma linha fica de fora
warning-lists = listas ficam de fora: uma viagem tem demais
warning-new-trips = novas viagens: { $first }
warning-visit = uma visita fora das datas da viagem fica de fora
warning-costs-date = uma data ilegível ficou de fora
warning-costs-currency = o que está em uma moeda desconhecida ficou de fora
warning-costs-nothing = uma despesa sem valor ficou de fora
warning-costs-sum = as partes de uma despesa não somam o que foi pago
warning-costs-names = pessoas com o mesmo nome recebem um número
warning-costs-totals = há saldos diferentes dos totais do arquivo
warning-costs-uneven = saldos que não são exatos são arredondados para que a soma feche
warning-costs-signs = em valores dos dois sinais, conta o que resta para cada pessoa
warning-costs-row = uma linha ilegível ficou de fora
warning-costs-own = uma despesa pela qual ninguém deve nada ficou de fora
warning-costs-payers = várias pessoas pagaram, e de cada uma conta o que resta para ela
warning-costs-deleted = uma despesa excluída ficou de fora
warning-costs-groups = as despesas de vários grupos formam uma só viagem
warning-costs-usual-currency = a moeda não está no arquivo; vale a de costume
warning-costs-left = alguém que saiu do grupo não tem nome no arquivo
warning-costs-payer = quem pagou não está no CSV do Spliit, mas está no JSON
warning-costs-weights = há pesos que não estão no arquivo e contam como um
warning-unset-clock = um horário anterior a 1980 fica de fora
warning-route-text = o texto de um ponto de uma rota fica de fora
reason-import-format = deve ser um pacote deste serviço, GPX, KML, KMZ, GeoJSON, iCalendar, uma reserva (mensagem, passe, página, JSON-LD ou texto de um cartão de embarque) ou uma exportação do Splitwise, Spliit, ihatemoney, Cospend, Tricount, Google Takeout, TripIt, Polarsteps, AdventureLog ou TRIP
warning-booking-cancelled = uma reserva cancelada é deixada de fora
warning-booking-subject = uma reserva não diz para que é
warning-booking-kind = uma reserva de tipo desconhecido é deixada de fora
warning-booking-time = uma hora ilegível é deixada de fora
warning-booking-price = um preço ilegível é deixado de fora
warning-booking-package = o preço conjunto de várias reservas é deixado de fora
warning-booking-price-once = um preço que consta em várias reservas conta uma vez
warning-booking-end = um fim antes do seu início está na descrição
warning-booking-event = um evento é deixado de fora porque uma reserva da mensagem começa então
warning-booking-json = JSON-LD ilegível é deixado de fora
warning-booking-page = uma página é complexa demais: o que se segue é deixado de fora
warning-booking-bytes = as páginas e os passes são deixados de fora após os primeiros { $first } bytes
warning-mail-parts = as partes da mensagem após as primeiras { $first }, ou a mais de { $second } níveis, são deixadas de fora
warning-mail-calendar = um calendário da mensagem é deixado de fora
warning-mail-pass = um passe anexo é deixado de fora
warning-mail-pdf = um PDF da mensagem não é lido
warning-mail-damaged = uma parte danificada da mensagem é deixada de fora
warning-pass-bundle = um passe do conjunto é deixado de fora
warning-pass-timeless = um passe não diz quando é
warning-pass-boarding = a hora de um passe pode ser a do embarque
warning-boarding-day = um cartão de embarque não diz o seu dia
warning-boarding-cut = um cartão de embarque está cortado ou danificado; voos deixados de fora: { $first }
reason-import-unreadable = o arquivo não pode ser lido
reason-import-cut-off = o pacote está cortado
reason-import-early-end = o calendário termina cedo demais
reason-import-document-end = o documento termina cedo demais
reason-import-no-manifest = o arquivo compactado não é do Wayfare nem um KMZ
reason-import-not-utf8 = o calendário não está em UTF-8
reason-import-document-type = tipos de documento (DOCTYPE) não são aceitos
reason-import-encrypted = o arquivo compactado está criptografado
reason-import-archive-size = o arquivo compactado é grande demais
reason-import-file-size = o arquivo é grande demais
reason-import-malformed = o documento está malformado
reason-import-damaged = o arquivo compactado está danificado
reason-import-items = deve ter no máximo { $first } itens
reason-import-places = deve ter no máximo { $first } lugares
reason-import-folders = deve ter no máximo { $first } pastas
reason-import-unbegun = termina uma parte do calendário que não começou
reason-import-nesting = o calendário está aninhado fundo demais
reason-import-elements = há elementos aninhados em mais de { $first } níveis
reason-import-zone-changes = os fusos horários têm mudanças demais
reason-import-zones = o calendário tem fusos horários demais
reason-import-attribute = um atributo contém uma entidade
reason-import-entities = entidades não são aceitas
reason-import-geojson = deve ser uma FeatureCollection de GeoJSON
reason-import-features = só deve conter Features
reason-import-wgs = deve estar em WGS { $first }: graus de longitude e latitude
reason-import-encoding = a codificação do documento não é conhecida
reason-import-other-archive = não é o arquivo de uma viagem
reason-import-version = é um arquivo da versão { $first }; este serviço as conhece até a { $second }
reason-import-repeated = o arquivo repete um caminho
reason-import-unsafe = o arquivo contém um caminho inseguro
reason-import-picture = contém uma imagem danificada
reason-import-unpacked = deve ter no máximo { $first } bytes descompactado
reason-import-entries = deve ter no máximo { $first } arquivos descompactado
reason-import-refused = o arquivo contém algo que uma viagem não pode ter
reason-import-no-expenses = é uma exportação do Splitwise sem despesas: exporte o grupo como CSV
reason-import-trip-server = é um backup de um servidor TRIP inteiro: faça um nas configurações de uma conta
reason-import-takeout = é um arquivo do Google Takeout: descompacte-o e envie Saved Places.json ou um arquivo CSV
reason-import-no-trip = deve conter uma viagem
reason-import-trips = deve conter no máximo { $first } viagens
reason-import-plan = é um plano de pagamentos do ihatemoney ou do Cospend: exporte as contas ou o projeto
reason-import-costs = é uma exportação de despesas divididas que não pode ser lida; exporte de novo e envie sem alterações
reason-import-sharers = não deve ter uma despesa dividida por mais de { $first } pessoas
reason-import-pdf = é um PDF, que não é lido: importe a mensagem, o calendário, o passe ou a página da reserva
reason-import-outlook = é uma mensagem do Outlook (.msg), que não é lida: guarde-a como .eml e importe essa
reason-import-image = é uma imagem, que não é lida: importe a mensagem, o calendário ou o passe da reserva, ou o texto do código de um cartão de embarque
reason-import-mail = é uma mensagem sem reserva (em JSON-LD ou microdados, calendário ou passe); importe o calendário, o passe ou a página da reserva, ou reencaminhe como anexo a primeira mensagem do remetente
reason-import-page = é uma página sem reserva (de schema.org em JSON-LD ou microdados); importe a mensagem, o calendário ou o passe da reserva
reason-import-json-ld = é JSON-LD sem reserva (um objeto do tipo de uma reserva de schema.org)
reason-import-bundle = é um conjunto de passes sem reserva (cartão de embarque, bilhete de evento ou passe de um lugar)
reason-import-boarding = é um cartão de embarque sem voo; leia o código de novo
reason-import-pass = é um passe cujo conteúdo é ilegível; peça-o de novo ao remetente
reason-import-pass-kind = é um passe de tipo desconhecido
reason-import-shop = é um cartão ou cupão de uma loja, que não é uma reserva: são lidos cartões de embarque, bilhetes de eventos e passes de um lugar
reason-import-placeless = é um passe sem lugar, que não é uma reserva: guarde-o na sua carteira
reason-import-zip = é um arquivo zip que não é um passe
