# ページの文言。

## Every page

skip = 本文へ移動
navigation = アカウントと旅行
my-trips = 自分の旅行
account = アカウント
sign-in = ログイン
sign-up = 登録
sign-out = ログアウト
developers = 開発者向け
credits = 地名データ:
sign-in-and-return = ログインして戻る
to-front = トップページへ
gone-or-removed = 旅行が削除されたか、参加者から外れています。入力した内容は保存されていません。必要なものはコピーしてください。
may-not-change = この旅行はもう変更できません。入力した内容は保存されていません。必要なものはコピーしてください。
discard = 入力した内容を破棄しますか。
undo = 元に戻す
upload = アップロード
unsent = サービスに接続できませんでした。すでに保存されている可能性があります。入力した内容は残っています。もう一度お試しください。
warnings = ご確認ください
saving = 保存中…
restored = 入力した内容を復元しました。
unsaved = 入力済みで未保存のもの:
discard-draft = 破棄
saved-on = 保存日時
you-are-offline = オフラインです
waiting = 通信待ち
offline-title = オフラインです
offline-text = この端末で開いた旅行は、通信がなくても見られます。
saved-trips = この端末に保存済み
try-again = 再試行

## Forms

cancel = キャンセル
save = 保存
yes = はい
no = いいえ
nothing = なし
present-value = 現在の保存内容:
not-saved = まだ保存されていません。
see-marked = 印のある項目を確認してください。
gone = 削除されています
gone-text = 開いた後に、ほかの人が削除しました。入力した内容は下にあります。
session-ended = セッションが終了しました。入力した内容は残っています。ログインしてから保存してください。
too-long-to-carry = セッションが終了しました。入力が長すぎるため、ログインに引き継げません。まだ何も保存されていません。別のタブでログインし、フォームに戻って保存してください。
not-sent = まだ送信されていません
draft = 再びログインしました。まだ何も保存されていません。内容を確認して送信してください。パスワードは含まれません。
send-again = もう一度送信
description = 説明
add = 追加
edit = 編集
remove = 削除
day = 日
start = 開始
end = 終了
location = 所在地
more = さらに表示
say-where = 場所を指定
where-it-is = 場所
is-at = 地図上の位置
not-found-yet = まだ地図にありません。
known-street = 通りまでわかっています
known-town = 町までわかっています
known-region = 地域までわかっています
from-stop-before = 前の場所から { $length }
look-up-again = もう一度検索
search-place = 場所を検索
no-suggestions = 場所が見つかりません。別の名前を試すか、地図で指定してください。
by-coordinates = 座標または地図で指定
choose = 選択
suggestions = 候補
suggested = 件の候補
pick-on-map = 地図でその場所をタップしてください。
no-streets = 下の名前をタップすると道路地図で見られます。
no-street-map = このサービスには道路地図がありません。運営者が設定 MAPS で追加できます。
public-maps = 道路と名所は OpenStreetMap によります。入力・検索した場所と閲覧者のネットワークアドレスは、その公開サービスに送られます。

## Front page

front-title = みんなで旅行を計画
front-lead = 行き先と順番、参加する人、費用、支払った人。旅行するみんなのための1ページです。
front-picture = 地図上の3か所を結ぶルート
features = できること
by-day = 日ごとの予定
by-day-text = 毎日の日付、場所、現地時刻。予定ごとでも、1日ごとでも、旅行全体でも動かせます。
on-map = 地図で見る
on-map-text = 予定には番号、日ごとに色とルートがつきます。
fair-shares = 公平な割り勘
fair-shares-text = 誰が何を分担し、誰が払ったか。最も少ない回数の支払いで精算できます。
yours = 自分のもの
yours-text = 共有するまで非公開。追跡も広告もありません。オフラインでも見られます。
developers-title = プログラム向け
developers-text = すべてHTTPインターフェースでも使えます。

## Sign-up and sign-in

sign-up-lead = ほかの人に見える名前、検索されるユーザー名、パスワードを入力してください。
your-name = 名前
username = ユーザー名
username-hint = 39文字までの半角英字(a～z)、数字、ピリオド、ハイフン、アンダースコア(空白なし)
email-optional = メール(任意)
password = パスワード
password-hint = 8～128文字
has-account = アカウントをお持ちですか。
has-no-account = アカウントがまだない場合
sign-in-returns = 続けるにはログインしてください。
bad-credentials = ユーザー名とパスワードが一致しません。
taken = すでに使われています

## Account

profile = プロフィール
about-you = 自己紹介
interests = 興味のあること
interests-hint = 1行に1つ
privacy = プライバシーと言語
private-account = ほかの人には名前、ユーザー名、写真だけを見せる
share-email = 一緒に旅行する人にメールアドレスを見せる
picture = 写真
your-picture = あなたの写真
new-picture = 新しい写真
present-password = 現在のパスワード
new-password = 新しいパスワード
change-password = パスワードを変更
wrong-password = パスワードが違います
password-ends-sessions = 新しいパスワードにすると、ほかの端末はすべてログアウトします。
sessions = セッション
sessions-text = すべての端末からログアウトし、プログラムのアクセスとカレンダーのリンクもすべて終了します。
sign-out-everywhere = すべての端末でログアウト
delete-account = アカウントを削除
delete-account-lead = 自分が所有するすべての旅行も削除されます。
delete-account-text = アカウントと、所有する旅行、その写真が削除されます。ほかの旅行からは抜けます。元に戻せません。
export-account = あなたのデータ
export-account-text = プロフィール、設定、写真、参加している旅行をまとめたファイルです。メールアドレスが含まれるため、他の人に渡さないでください。
export-account-file = データをダウンロード

## List of trips

mailbox = 予約メールの受信箱
mailbox-text = 予約のメールをこのアドレスに転送してください。読み取った内容は、旅行に追加するまでここに置かれます。メールそのものは保存されません。アドレスを知っている人は、あなたに提案を送れます。
proposals = 届いた予約
no-proposals = まだ何も届いていません。
which-trip = 旅行
new-trip = 新しい旅行
create-trip = 旅行を作成
no-trips = まだ旅行がありません
no-trips-text = まず名前を付けましょう。日付、場所、参加者は後で決められます。
older = 古い旅行へ
trip-name-hint = 例:「リスボンの1週間」
search = 検索
search-trips = 自分の旅行を検索
my-role = 自分の役割
all-trips = すべての旅行
nothing-found = これらの語をすべて含む旅行はありません。

## List of trips, copies, dates and photos

trips-under-way = 旅行中
trips-ahead = これからの旅行
trips-undated = 日付のない旅行
trips-past = 過去の旅行
trips-of-others = ほかの人があなたを追加した旅行
trips-of-others-text = 残すか書き込むと、あなたの旅行として数えます。抜けた旅行は見えなくなります。
keep-trips = 選んだ旅行を残す
leave-trips = 選んだ旅行から抜ける
copy-trip = この旅行をコピー
copy-lead = あなたの新しい旅行になります。支払い、リンク、予約番号はコピーされません。
copy-start-hint = すべての日付が一緒に動きます。空欄なら変わりません。
copy-with = 一緒にコピーするもの
make-copy = コピーを作成
done-copied = コピーしました。これが新しい旅行です。
import-into = ファイルから追加
import-into-lead = ファイルの内容をこの旅行に追加します。予定はその日付か最終日の後に、場所や線は地図に入ります。同じ予約の予定のほか、今あるものは変わりません。
plan-if-first-day-changes = 初日を変えたとき、予定は
plan-moves = 同じ日数だけ動く
plan-stays = その日付のまま
remove-ticked = 選んだものを削除
back-to-photos = すべての写真
previous = 前へ
next = 次へ
caption = 説明
use-as-main = 旅行の写真にする
photo-sooner = 前に移動
photo-later = 後ろに移動
in-days =
    { $days ->
        [1] 明日
       *[other] あと{ $days }日
    }
day-of-trip = { $days }日間の{ $day }日目
photo-of = 写真 { $number } / { $total }
choose-of = { $name }を選ぶ
remove-photos = { $number }枚の写真を削除
not-a-picture = 「{ $file }」は追加できる画像ではありません。JPEG、PNG、WebP、GIFを選んでください。
picture-too-large = 「{ $file }」は大きすぎます(最大20 MiB、5000万画素)。
added-of-file =
    この旅行に追加しました:日程に{ $items }件、地図に{ $places }か所、{ $tracks ->
        [0] {""}
       *[other] 経路{ $tracks }本、
    }写真{ $photos }枚。
outside-dates = { $number }件の予定が、初日より前か最終日より後にあります:
picture-damaged = 「{ $file }」を読めません。壊れているか途切れています。
nothing-added = 何も追加されていません。
done-none-ticked = 先に削除する写真を選んでください。

## Import

import = インポート
import-trip = 旅行をインポート
import-lead = ファイルから、自分だけに見える新しい旅行を作ります。
import-formats = Wayfareのアーカイブ(.zip)、GPX、KML、KMZ、GeoJSON、iCalendar、予約(メール、パス、ページ、JSON-LD、搭乗券の文字列)、またはSplitwise、Spliit、ihatemoney、Cospend、Tricount、Google Takeout、TripIt、Polarsteps、AdventureLog、TRIPの書き出し。20 MiBまで。旅行のアーカイブは512 MiBまで
file = ファイル
no-file = 先にファイルを選んでください。
not-imported = ファイルはインポートされず、何も保存されていません。
import-too-large = ファイルが大きすぎます。20 MiBまで、旅行のアーカイブは512 MiBまでです。
preview = プレビュー
preview-hint = まだ保存されていません。よければインポートしてください。下にファイル名がなければ、もう一度選んでください。
changes = 今ある予定の変更
format = 形式

## A trip and its settings

no-dates = 日付未定
public = 公開
private = 非公開
trip-name = 旅行の名前
first-day = 初日
last-day = 最終日
is-public = アドレスを知る人は誰でもこの旅行を閲覧できる
views = 旅行の表示
costs = 費用
lists = リスト
edit-trip = 旅行を編集
sign-in-to-edit = ログインして編集
days = 日数
changed-last = 最終更新:
somebody = 誰か
trip-gone = この旅行はもう見られません。削除されたか、参加者から外れたか、ログアウトしています。
estimate-from = 見積もり(下限)
estimate-to = 見積もり(上限)
shift = 旅行全体をずらす
shift-button = すべての日をずらす
shift-hint = 何日ずらしますか。-2で2日早まります。
delete-trip = 旅行を削除
delete-trip-text = 日程、予算、写真が削除され、ほかの参加者も見られなくなります。元に戻せません。

## Itinerary

itinerary = 日程
no-items = まだ予定がありません。
no-items-editor = まだ予定がありません。便、宿、見たい場所など、わかっているものから追加しましょう。
add-item = 日程に追加
move = 移動
up = 上へ
down = 下へ
earlier = 1日早く
later = 1日遅く
duplicate = 複製
remove-item = 日程から削除
remove-item-text = 時刻と費用も削除されます。
place-or-title = 場所またはタイトル
title-hint = 先頭に時刻を書けます: 15:30 美術館
kind = 種類
zone-of-place = 現地時刻
location-hint = 住所、場所、座標。空欄なら検索します
coordinates = 座標
coordinates-hint = 北緯と東経の度数。例: 38.6916, -9.2160。空欄なら検索します。
end-place = 到着地
end-place-hint = 名前からわからない場合の、移動の到着地
start-zone = 開始のタイムゾーン
end-zone = 終了のタイムゾーン
zone-hint = リスボンのような都市名、またはEurope/Lisbonのような名前。空欄ならその場所のもの
trip-zone = タイムゾーン
trip-zone-hint = 場所のない時刻に使います。例: リスボン、Europe/Lisbon
move-to-day = 別の日に移す
move-hint = 時刻も同じ日数だけ動きます。
last-of-stay = 最終日
photo-links = 写真へのリンク
photo-links-hint = 1行に1つ: アドレス、続けて写真の内容

## Rows of the itinerary

today = 今日
confirmation = 予約番号
one-night = 1泊
kind-flight = 飛行機
kind-train = 電車
kind-bus = バス
kind-car = 車
kind-ferry = フェリー
kind-walk = 徒歩
kind-travel = 移動
kind-stay = 宿泊
kind-food = 食事
kind-sight = 観光
kind-activity = アクティビティ
kind-other = その他
duration =
    { $hours ->
        [0] { $minutes }分
       *[other]
            { $minutes ->
                [0] { $hours }時間
               *[other] { $hours }時間{ $minutes }分
            }
    }

## Forms of items

length = 所要時間
length-hint = 例: 1:30、90 min。終了の代わりに入力できます
time-hint = 例: 15:30(現地時刻)。別の日は 2026-05-02 15:30 のように
next-day-hint = 現地時刻。開始より前の時刻は翌日になります
arrival-hint = 到着地の現地時刻。出発後に最初に来るその時刻になります
departure = 出発
arrival = 到着
check-in = チェックイン
check-out = チェックアウト
origin = 出発地
target = 目的地
own-title = タイトル
own-title-hint = 空欄なら二つの場所の名前になります
sure = はい、この日です
refused-clock = 時刻を 15:30 のように入力してください
refused-length = 所要時間を 1:30 や 90 min のように入力してください
refused-both = 終了か所要時間のどちらかを空欄にしてください
refused-far-day = 旅行の最終日から30日より後です。直すか、これでよければチェックを入れてください
refused-far-time = 旅行から30日より離れています。年と月を確かめるか、これでよければチェックを入れてください
refused-unsure = これでよければチェックを入れてください
refused-no-way = どこからどこへ行くかを入力してください
refused-far-move = 旅行の最終日から30日より後です。先に旅行の最終日を遅くしてください
done-by-time = 位置は変わりません。時刻のある予定は時刻の順に並びます。
error-picture-text = 画像として読み取れません。JPEG、PNG、WebP、GIFのファイルを選んでください。
empty-category = 空欄なら { $category }
moved-to = { $day }日目に移動しました。
moved-to-time = { $day }日目に移動しました。時刻({ $time })の順に並びます。

## Budget

base-currency = 旅行の通貨
money = 費用
cost = 費用
estimate = 見積もり
currency = 通貨
category = カテゴリー
who-paid = 支払った人
several = 複数人、または一部
not-paid-yet = 未払い
planned = 予定(未払い)
refund-hint = 返金は金額の前にマイナスを付けてください
for-whom = 分担する人
split = 分け方
split-equally = 均等
split-by-parts = 割合(例 2 : 1)
split-by-amounts = 金額
add-expense = 支出を追加
all-costs = すべての費用
what-for = 内容
date = 日付
date-optional = 日付(任意)
empty-for-today = 空欄なら今日
remove-expense = この支出を削除
remove-expense-text = 金額と支払った人も削除されます。
rates = 為替レート
rates-hint = 空欄なら通常のレート
rate-hint = 数、または 1/195 のような分数。
other-currency = 別の通貨
use-rate = このレートを使う
which-way-round = レートの向き
sure-rate = はい、このレートです
budget = 予算
trip-budget = 旅行全体の費用
total-cost = 合計
total-paid = 支払済み
no-costs = まだ費用がありません。支出を追加するか、予定に費用を入力しましょう。
chart = カテゴリー別の費用のグラフ。数値は下の表にあります
by-category = カテゴリー別
by-person = 参加者別
person = 参加者
nobody-yet = 未定
paid = 支払済み
expenditures = その他の支出
you-owe = あなたの未払い
you-get-back = あなたの受取り
your-balance = あなたの精算
you-are-even = 過不足はありません
planned-for-you = あなたの予定分(未払い)
who-owes-whom = 精算
all-settled = すべて精算済みです。
mark-as-paid = 支払済みにする
recorded-payments = 記録した支払い
not-all-counted = まだすべては計算されていません。為替レートのない金額があります。
how-worked-out = 計算の説明
other-payment = 支払いを記録
record = 記録
to-whom = 受け取る人
amount = 金額
note = メモ
beyond-cost = 費用を超えた分担
left = 残り
excess = 超過
rest = 均等に分ける人:

## Lists of what is to do

new-list = 新しいリスト
list-name = リストの名前
list-packing = 持ち物
list-before-leaving = 出発前
list-shopping = 買い物
edit-list = リストを編集
which-list = リスト
who-does-it = 担当
still-to-do = 未完了に戻す
tick-several = まとめて完了
done-entry-gone = その間に、ほかの人が削除しました。
refused-lists = これ以上追加できません。リストは 20 件までです
refused-list-gone = 別のリストを選んでください。このリストはほかの人が削除しました
new-entry-in = { $name }に追加
number-done = { $number }件完了
entries-go =
    { $number ->
        [0] 項目はありません。
       *[other] { $number }件の項目も削除されます。
    }

## Lines of the map

tracks = 経路
remove-track-text = この線は、全員の地図から消えます。
track-number = 経路{ $number }

## To-do, places, photos and notes

todo = やること
no-todo = やることはありません。
empty-list = このリストにはまだ何もありません。
done = 完了
new-todo = 新しいやること
todo-entry = やること
places = 場所
no-places = まだ場所がありません。
new-place = 新しい場所
place-name = 場所の名前
edit-place = 場所を編集
photos = 写真
no-photos = まだ写真がありません。
add-photos = 写真を追加
first-frame = 動く画像は最初のコマだけが保存されます。
main-picture = 旅行の写真
remove-main-picture = 旅行の写真を削除
notes = メモ
notes-hint = テキスト(# 見出し、**太字** も可)、または簡単なHTML
remove-photo-text = 写真が削除され、ほかの人も見られなくなります。元に戻せません。
tickets = チケットとファイル
add-file = ファイルを追加
files-hint = チケット、予約、書類など。旅行のメンバーだけが見られます。写真には、撮影場所などカメラが書き込んだ情報がそのまま残ります。
remove-file-text = ファイルが削除され、ほかの人も見られなくなります。元に戻せません。

## Booklet

add-notes = メモを書く
booklet = 印刷用のしおり
booklet-costs = 費用も載せる
booklet-show = 表示
booklet-print = 印刷

## Map and locations

address = 住所
map = 地図
no-map = 場所を追加すると、ここに表示されます。
map-of-trip = 旅行の地図。下のリストにピンの名前があります
zoom-in = 拡大
zoom-out = 縮小
whole-map = 全体を表示
not-on-map = 地図にない場所
locations = 地点
new-location = 地点を追加
edit-location = 地点を編集
transportation = 行き方
way-there = 手段
distance = キロメートル
minutes = 分

## Files and calendar

files = ファイルとカレンダー
calendar-feed = カレンダーのリンク
calendar-feed-text = カレンダーアプリで読み込むための秘密のリンクです。新しく作ると前のものは使えなくなります。
calendar-once = 今すぐコピーしてください。再び表示されません。このリンクを知る人は誰でもカレンダーを見られます。
open-calendar = カレンダーで開く
new-address = 新しいリンク
end-address = 共有をやめる
calendar-of-all = すべての旅行のカレンダー

## Share links

share-links = 共有リンク
share-links-text = アカウントのない人も、リンクがあれば選んだ部分を閲覧できます。
new-link = 新しい共有リンク
make-link = リンクを作成
link-label = 誰に送るか(自分用のメモ)
link-parts = 表示する部分
link-expires = 最終日(空欄なら旅行の90日後)
link-password = リンクのパスワード(任意)
link-has-password = パスワードあり
link-never-ends = 期限なし
end-link = このリンクを停止
shared-trip = 共有された旅行
shared-password = この旅行はパスワード付きで共有されています。
wrong-link-password = リンクのパスワードが違います。
open = 開く
share-link = 共有リンク
edit-link = 共有リンクを編集
link-last-day = 最終日(空欄なら期限なし)
link-new-password = 新しいパスワード(空欄なら現在のまま)
link-no-password = パスワードをなくす

## Settlement explained

explained = 精算の内訳
explained-file = この内訳のファイル(CSV)
for = 内容
share = 分担
in-all = 合計
no-rate = レートなし
rounding = 端数
is-even = 分担どおりに支払っています。

## Keys for programs

key = キー
keys = プログラム用のキー
keys-text = キーがあれば、プログラムはパスワードなしで旅行を閲覧、変更できます。アカウントは変更できません。
new-key = 新しいキー
make-key = キーを作成
key-name = 用途(自分用のメモ)
key-may = プログラムができること
key-reads = 閲覧
key-writes = 閲覧と変更
key-trips = 対象の旅行
key-all-trips = すべての旅行
key-some-trips = 下で選んだものだけ
key-other-trip = 参加していない旅行
key-last-day = 最終日(空欄なら期限なし)
key-unused = 未使用
key-never-ends = 期限なし
key-once = 今すぐコピーしてください。再び表示されません。これを持つ人は、選んだ操作ができます。
copy = コピー
copied = コピーしました。
delete-key = 削除
delete-key-text = このキーを使うプログラムは、すぐに使えなくなります。

## Assistants

assistants = アシスタント
assistants-text = アシスタントは、パスワードなしで旅行を読んだり変更したりします。アカウントの変更、旅行の共有や削除はできません。
end-assistant = 終了
end-assistant-text = このアシスタントは、すぐに使えなくなります。
allow = 許可する
no-application = このアプリについては確認できません
no-application-text = アプリを説明するアドレスがないか、読み取れないか、ここでは認められないことを求めています。何も許可されず、どこにも移動していません。

## Confirming an address

confirm-title = このメールアドレスはご本人のものですか。
confirm-button = アドレスを確認する
is-confirmed = このアドレスは確認済みです。
not-confirmed = メールアドレスがまだ確認されていません。確認するまで、このアドレスでログインしたり、新しいパスワードをメールで受け取ったりできません。届いたメールを確認するか、再送してください。
confirm-again = メールを再送
undo-email-title = メールアドレスを元に戻しますか。
undo-email-button = 元に戻してすべてのセッションを終了
current-for-email = メールアドレスの変更や削除に必要です。
sign-in-too-old = 変更には10分以内のログインが必要です。いったんログアウトして、もう一度ログインしてください

## Refusing invitations

refuse-title = 招待メールを停止しますか。
refuse-text = 停止すると、このメールが届いたアドレスには、このサービスから誰も招待を送れなくなります。直接受け取ったリンクは引き続き使えます。
refuse-button = 停止する
is-refused = このアドレスには、このサービスから招待が送られません。

## A forgotten password

forgotten = パスワードをお忘れですか。
forgotten-lead = ユーザー名かメールアドレスを入力してください。確認済みのアドレスを持つアカウントがあれば、新しいパスワードのためのリンクを送ります。
forgotten-sent = 該当するアカウントがあり、アドレスが確認済みなら、メールを送りました。リンクは1時間有効です。届かない場合は、迷惑メールを確認するか、後でもう一度お試しください。1時間に送れるメールには限りがあります。
forgotten-no-mail = このサービスはメールを送りません。新しいパスワードの問い合わせ先:
the-operator = 運営者
login = ユーザー名またはメール
send-link = リンクを送信
reset-title = 新しいパスワードを設定
reset-lead = すべての端末からログアウトします。

## Elsewhere

mail-language = ページとメールの言語
language-of-browser = ブラウザーの設定に従う
invite-by-mail = 送信先(メールアドレス、任意)

## Signing in elsewhere

send-when-signed-in = 新しいタブでログインし、このタブに戻って、入力した内容をもう一度送信してください。
sign-in-not-begun = このログインはこのブラウザーで始まっていないか、10分を過ぎました。もう一度お試しください。
sign-in-cancelled = ログインがキャンセルされました。
sign-in-failed = ログインできませんでした。もう一度お試しください。
undo-joining = 元に戻す

## The people of a trip

people = 参加者
make-owner = 所有者にする
leave = 旅行から抜ける
leave-title = この旅行から抜けますか。
leave-text = この旅行は見られなくなります。戻るには所有者に追加してもらうか、招待が必要です。分担と支払いは費用に残ります。
make-editor = 編集を許可
make-viewer = 閲覧のみにする
no-account = アカウントなし
add-by-name = 名前で追加
add-by-name-hint = アカウントのない人とも費用を分担できます。その人は後から招待で参加し、自分の名前を選べます。
name-of-person = 名前
rename = 名前を変更
party-in-use = 費用か支払いにこの人の名前があります。先にそれを変更してください。
nobody-of-that-name = このユーザー名の人はいません。代わりに招待リンクを送ってください。開いた人は、既存または新しいアカウントで参加できます
on-trip-already = すでにこの旅行の参加者です
remove-person-text = この人は旅行を見られなくなります。分担と支払いは費用に残ります。
hand-over-text = 新しい所有者は参加者を決め、旅行を削除できます。あなたは残り、編集できます。共有リンクと招待は終了します。
invitations = 招待
invitations-text = このリンクを開いた人は、14日間、旅行に参加できます。
invitation = 招待リンク
invite = リンクで招待
invite-to-read = 閲覧のみで招待
share-address = 送る

## An error page for visitors who are signed in

not-yours = このページは存在しないか、閲覧できません。一緒に旅行する人がいれば、招待リンクを頼んでください。

## Joining by an invitation

which-are-you = あなたはどなたですか。
which-are-you-hint = この名前の分担と支払いが、あなたのものになります。
none-of-these = この中にはいない
join = 参加する
sign-up-and-join = 新しいアカウントで参加
sign-in-and-join = アカウントがあります
party-taken = ほかの人が先にこの名前を選びました。もう一度選んでください。

## Messages of finished edits

done-saved = 保存しました。
done-added = 追加しました。
done-created = 作成しました。わかっているものから追加しましょう。
done-removed = 削除しました。
done-moved = 移動しました。
done-shifted = すべての日をずらしました。
done-ticked = 完了しました。
done-imported = インポートしました。
done-paid = 支払済みとして記録しました。
done-paid-already = すでに支払済みとして記録されています。
done-not-owed = 何も記録していません。このページを開いた後に、精算の内容が変わりました。
done-undone = 元に戻しました。
done-uploaded = アップロードしました。
done-deleted = 旅行を削除しました。
done-key-deleted = キーを削除しました。
done-assistant-ended = このアシスタントは使えなくなりました。
done-shown = すでに作成されています。表示は一度だけです。コピーしていない場合は、新しく作成してください。
done-ended = リンクを停止しました。
done-invited = リンクができました。コピーするか、送ってください。
done-joined = 旅行に参加しました。
done-left = 旅行から抜けました。
done-identity = 連携しました。これからはその方法でログインできます。
done-password = パスワードを変更しました。
done-confirmed = メールアドレスを確認しました。
done-email-undone = アカウントのアドレスを元に戻し、すべてのセッションを終了しました。ここから新しいパスワードを設定してください。
done-mailed = メールを送りました。
done-signed-out = ログアウトしました。
done-account-deleted = アカウントを削除しました。

## Errors

error-not-found = ページが見つかりません
error-not-permitted = 権限がありません
error-refused = 受け付けられませんでした
error-method = ここではその操作はできません
error-too-large = 大きすぎます
error-too-many = リクエストが多すぎます
error-busy = もう一度お試しください
error-client = うまくいきませんでした
error-server = 問題が起きました
error-not-found-text = このページは存在しないか、閲覧できません。共有されている場合は、ログインしてください。
error-not-permitted-text = このアカウントではできません。別のアカウントならできるかもしれません。
error-too-many-text = 少し待ってから、もう一度お試しください。
error-refused-text = ページを再読み込みして、もう一度お試しください。
error-too-large-text = 小さいファイルを選ぶか、一度に送る量を減らしてください。
error-busy-text = サービスが混み合っています。少し後でもう一度お試しください。
error-other-text = 前に戻って、もう一度お試しください。

## Categories of costs

category-activities = アクティビティ
category-accommodation = 宿泊
category-food = 食事
category-transportation = 交通
category-gifts = おみやげ
category-other = その他

## Formats of files

format-ics = カレンダー(iCalendar)
format-gpx = 地点とルート(GPX)
format-kml = 地図(KML)
format-geojson = 地図(GeoJSON)
format-csv = 費用(CSV)
format-settlement = 精算の内訳(CSV)
format-zip = すべて(アーカイブ)

## Roles

role-owner = 所有者
role-editor = 編集可
role-viewer = 閲覧のみ
invited-as-viewer = すべて閲覧できます。
invited-as-editor = すべて閲覧、変更できます。

## What is wrong with a field, from the pages

refused-empty = 空欄にはできません
refused-not-one-of-us = 参加者の中から選んでください
refused-date = 日付を入力してください(例: 2026-05-01)
refused-time = 日付と時刻を入力してください(例: 2026-05-01 09:00)
refused-point = 北緯と東経の度数を入力してください(例: 38.6916, -9.2160)
refused-base = 合計の通貨は指定できません
refused-after-last-day = 最終日より後にはできません
refused-has-rate = すでにレートがあります
refused-rate = 0より大きい数を入力してください
refused-pair = 2つの通貨を入力してください(例: 1 GBP = 195 JPY)
refused-other-currency = このレートの通貨を入力してください
refused-same-name = すでにこの旅行の参加者の名前です。名字など、区別できるものを加えてください
refused-too-many = 件数が多すぎます

## Sentences

sentence = { $text }。
two-amounts = { $first } とも { $second } とも読めます。どちらかの形で入力してください
day-number = { $number }日目
and-more = … ほか { $count } 件
empty-days = { $from }～{ $to }日目: 予定なし
add-to-day = { $number }日目に追加
night = { $nights }泊中の{ $number }泊目
day-of = { $days }日間の{ $number }日目
item-not-on-map = 「{ $name }」は地図にありません。
photo = 写真 { $number }
about = 約 { $amount }
label-of = { $label }: { $name }
before-value = { $label }:
edit-of = { $name }を編集
remove-of = { $name }を削除
removal-of = { $name }を旅行から外しますか。
handover-to = { $name }を所有者にしますか。
invited-by = { $name }さんがこの旅行に招待しています。
delete-of = { $name }を削除しますか。
further-warnings = ほか { $number } 件(ファイルのプレビューに表示されます)
mark-paid-of = 支払済みにする: { $from }から{ $to }へ
owes = { $from }から{ $to }へ { $amount } の支払い
has-paid = { $from }が{ $to }へ { $amount } を支払いました
unconverted = レートがないため合計に含まれていません: { $amount }
worth-of-one = 1 { $currency } の { $base } 換算、または 1 { $base } の { $currency } 換算
rate-into = { $base } へのレート
usual-rate = 空欄なら { $day } の参考レート { $rate }
far-rate = { $typed } という意味ですが、参考レートは { $usual } です。向きを変えるか、訂正するか、これでよければチェックを入れてください
amount-of = { $from }が{ $to }へ払う { $currency }
currency-hint = 旅行の合計はすべてこの通貨です。空欄なら { $base }
empty-currency = 空欄なら { $base }
times-in = { $zone }の時刻
share-of = { $name }の分担
paid-by = { $name }が支払い
several-paid = { $names }が支払い
refunded-to = { $names }に返金
part-paid = { $names }が{ $total }のうち{ $part }を支払い
left-out = 為替レートが不明なため合計に含まれていません: { $amount }
payment-to = { $name }への支払い
payment-from = { $name }からの支払い
gets-back = 分担より { $amount } 多く支払っています。
owes-still = 分担より { $amount } 少なく支払っています。
owes-no-more = これで{ $name }の支払いは終わりです。
owes-besides = { $name }はほかに { $amount } を支払います。
gets-no-more = これで{ $name }はすべて受け取ります。
gets-besides = { $name }はほかに { $amount } を受け取ります。
at-own-rate = { $amount }、この旅行のレート { $rate }
at-paid-rate = { $amount }、支払いのレート { $rate }
at-reference-rate = { $amount }、{ $day }の参照レート { $rate }
key-used = 最終使用 { $day }
until = { $day }まで
stale = その間に{ $name }さんが同じところを変更しました。あなたの入力は下に、相手の内容は横にあります。もう一度保存すると置き換わります。
changed-by = { $name }さんが{ $what }を変更しました
added-by = { $name }さんが{ $what }を追加しました
removed-by = { $name }さんが{ $what }を削除しました
moved-by = { $name }さんが{ $what }を移動しました:{ $when }
form-changed-by = { $name }さんがこのフォームの内容を変更しました。入力した内容は残ります。保存すると両方が残り、同じところを変更した場合だけ確認します。
local-time = 現地時刻、{ $difference }
from-time = { $time }から
until-time = { $time }まで
number-of-people = { $number }人
number-of-stops =
    { $number ->
        [0] 予定なし
       *[other] { $number }件の予定
    }
still-pays-outside = { $name }は、まだ誰も分担していない返金 { $amount } を受け取っています
gets-from-outside = { $name }は、まだ誰も分担していない { $amount } を支払っています
joined-of = { $uses }人中{ $used }人が参加
number-joined = { $used }人が参加
confirm-text = アカウント { $username } のアドレスは { $email } です。どちらもご本人のものなら、確認してください。
undo-email-text = アカウント { $username } の以前のアドレスは { $email } でした。ほかの人が変更した場合は、元に戻してください。このアカウントにログイン中の全員がログアウトされます。
allow-title = { $name }に旅行の利用を許可しますか。
allow-text = { $host }のアプリが、アカウント{ $username }として操作する許可を求めています。アプリの名前は誰も確かめていません。アドレスを確認してください。
allow-back = 許可すると、{ $host }に戻ります。
sign-in-with = { $name }でログイン
join-with = { $name }と連携
provider-away = { $name }は現在応答していません。しばらくしてからお試しください。
not-joined = このアカウントを{ $name }のアカウントと連携すると、以後それでログインできます。
joined-on = { $date }に連携しました。{ $name }でログインできます。
only-way = 解除できません。{ $name }はこのアカウントの唯一のログイン方法です。
identity-invalid = { $name }の応答が正しくありません。もう一度お試しください。
identity-not-in-group = { $name }のアカウントではこのサービスを利用できません。運営者に問い合わせてください。
identity-unknown = { $name }のアカウントと連携したアカウントがありません。お持ちの場合は、そのパスワードでログインし、アカウントのページで連携してください。お持ちでなければ、先に登録してください。
identity-unknown-here = { $name }のアカウントと連携したアカウントがありません。運営者に問い合わせてください。
identity-taken = { $name }のアカウントがここの別のアカウントと、またはこのアカウントが別のアカウントと連携しています。先に解除してください。

## Reasons of the domain and of the service, which pages show at their fields

reason-not-negative = マイナスにはできません
reason-refund = 返金では0以下にしてください
reason-sign = ほかの費用や支払いと同じ符号にしてください
reason-number = 数を入力してください
reason-too-large = 数が大きすぎます
reason-at-most = { $first } 以下にしてください
reason-at-least = -{ $first } 以上にしてください
reason-currency = ISO 4217の通貨コードを入力してください(例: CAD)
reason-nul = NUL文字は使えません
reason-zone = タイムゾーンの名前を入力してください(例: リスボン、Europe/Lisbon)
reason-point = 地球上の地点を入力してください
reason-from-one = 1以上にしてください
reason-http = httpまたはhttpsのアドレスを入力してください
reason-link = http、https、mailtoのいずれかのアドレスを入力してください
reason-rate = 0より大きい数を入力してください(例: 0.62)
reason-above-zero = 0より大きくしてください
reason-email = メールアドレスを入力してください
reason-years = 1年から9999年までにしてください
reason-past = 過去の日時にはできません
reason-section = 少なくとも1つの部分を選んでください
reason-trip = 少なくとも1つの旅行を選んでください
reason-trips = 旅行は { $first } 件までです
reason-username = 1～39文字の半角英字(a～z)、数字、「_」「.」「-」を空白なしで使い、「.」「-」で始めないでください
reason-day = 日付を入力してください(例: 2026-05-01)
reason-time = 日時を入力してください(例: 2026-05-01T09:00:00Z)
reason-digits = { $first } 桁以内にしてください
reason-places = 小数点以下は { $first } 桁までにしてください
reason-no-places = 整数で入力してください。この通貨に小数はありません
reason-characters = { $first } 文字以内にしてください
reason-length = { $first }～{ $second } 文字にしてください
reason-entries = { $first } 件以内にしてください
reason-with-owner = 所有者を含めて { $first } 人以内にしてください
reason-people = { $first } 人以内にしてください
reason-photos = 写真は { $first } 枚までです
reason-items = 追加できません。旅行にはすでに { $first } 件の予定があります
reason-left = 合計を { $first } にしてください。{ $second } 足りません
reason-excess = 合計を { $first } にしてください。{ $second } 多すぎます
reason-parts = 均等に分けない場合は、誰かの数を入力してください
reason-somebody = 少なくとも1人を選んでください
reason-end = 開始より前にはできません
reason-start = 終了より後にはできません
reason-low = 上限を超えることはできません
reason-high = 下限より小さくできません
reason-shift = -{ $first }～{ $second } の整数を入力してください
reason-payer = 支払った人は選べません
reason-base = 旅行の通貨は指定できません
reason-twice = 2回は指定できません
reason-no-mail = 送信できません。このサービスはメールを送りません
reason-recipient-limit = 今は招待メールを送れません。アドレスなしで招待を作り、リンクを直接送ってください
reason-room = あなたのアカウントに写真を入れる空きがありません
reason-trip-room = あなたのアカウントに旅行を入れる空きがありません
reason-member-of = アカウントが持てる、または与えられる参加 { $first } 件を超えます
reason-owner-of = アカウントが所有できる旅行 { $first } 件を超えます
reason-no-trip = あなたの旅行ではありません
reason-own-trip = あなた自身の旅行です
reason-handed-over = あなたの旅行です。譲った人はもう参加していません
reason-invitations = 1つの旅行の招待は { $first } 件までです
reason-links = 1つの旅行のリンクは { $first } 件までです
reason-nested = 要素の入れ子が深すぎるか、閉じていない書式が多すぎます
reason-no-rate = この旅行のレートがなく、その日以前の参考レートもありません
reason-payments = 1つの旅行に記録できる支払いは { $first } 件までです
reason-member = 旅行の参加者を選んでください
reason-no-member = この旅行の参加者ではありません
reason-visible-trip = 閲覧できる旅行を選んでください
reason-files = ファイルは { $first } 個までです

## What an import says of a file

warning-overlay = オーバーレイまたはリンクは取り込まれません
warning-area = エリアまたは線は取り込まれません
warning-place-dates = 場所の日付は取り込まれません
warning-time = 読み取れない時刻は取り込まれません
warning-feature = 点でも線でもないものは取り込まれません
warning-point = 座標が正しくない地点があります
warning-lines = 線は旅行ごとに{ $first }本までです。残りは取り込まれません
warning-short-line = 点が2つに満たない線は取り込まれません
warning-simplified = 線は簡略化されます
warning-no-end = 開始より前に終わる予定には終了がありません
warning-places = { $first }か所を超える場所は地図の地点になります
warning-dates = 開始が終了より後のため、日付は取り込まれません
warning-location-dates = 開始が終了より後のため、場所の日付は取り込まれません
warning-descriptions = 地図の地点に説明はつけられません
warning-shortened = 文章は短縮されます
warning-picture = 画像が見つかりません
warning-file = アーカイブに旅行と関係のないファイルがあります
warning-repeats = 繰り返す予定は最初の1回だけ取り込まれます
warning-cancelled = 中止された予定は取り込まれません
warning-unreadable = 読み取れない予定は取り込まれません
warning-unknown-zone = タイムゾーンが不明な予定は取り込まれません
warning-unreadable-end = 読み取れない終了は取り込まれません
warning-old-version = 予定の古い版は取り込まれません
warning-repeats-left = 繰り返す予定は残っている最初の1回だけ取り込まれます
warning-other-hour = 時刻は書かれたとおりで、ファイルのタイムゾーンの定義には従いません
warning-zone-begins = ファイルのタイムゾーンの定義はもっと後に始まるため、最初の時差を使います
warning-startless = 開始のない予定は取り込まれません
warning-never = 一度も行われない繰り返しの予定は取り込まれません
warning-floating = タイムゾーンのない時刻は現地時間とみなします
warning-line = 読み取れない行は取り込まれません
warning-todo = タスクは取り込まれません
warning-journal = 日誌の記録は取り込まれません
warning-component = 予定ではないものは取り込まれません
warning-unnamed = ファイルに名前がないため、旅行の名前は「Imported trip」になります
warning-archive = アーカイブのメモ、リスト、支出、支払いは取り込まれません
warning-found = 座標がなく、名前から位置を見つけたもの:{ $first }件
warning-lost = 見つからなかった場所:{ $first }件
warning-early = 初日より前のため最終日の後に追加した予定:{ $first }件
warning-known-items = すでに旅行にあるため取り込まない予定:{ $first }件
warning-known-lines = すでに旅行にあるため取り込まない線:{ $first }件
warning-known-payments = すでに旅行にあるため省いた支払い: { $first }
warning-kept = その後ここで変更された項目はそのままです
warning-still-there = 取り消された予約がまだ旅行にあります
warning-photos = 写真は旅行ごとに{ $first }枚までのため、残りは省かれます
warning-unreadable-pictures = 読み取れないため省いた画像: { $first }
warning-no-room = アカウントの空きがないため省いた画像: { $first }
warning-no-trip = カレンダーのどの旅行にも属さない予定があります
warning-unreadable-line = 読み取れない線は省かれます
warning-payer = 支払った人は省かれます
warning-line-left-out = 線は省かれます
warning-lists = リストが多すぎるため、一部は省かれます
warning-new-trips = 新しい旅行: { $first }
warning-visit = 旅行の日付の外の訪問は省かれます
warning-costs-date = 読み取れない日付は取り込まれません
warning-costs-currency = 不明な通貨の項目は取り込まれません
warning-costs-nothing = 金額のない費用は取り込まれません
warning-costs-sum = 費用の負担額の合計が支払額と一致しません
warning-costs-names = 同じ名前の人は番号で区別します
warning-costs-totals = 残高がファイルの合計と異なります
warning-costs-uneven = 割り切れない残高は、合計が合うように丸めました
warning-costs-signs = 正負の金額が混ざる費用は、各人の差額で数えます
warning-costs-row = 読み取れない行は取り込まれません
warning-costs-own = 誰の借りにもならない費用は取り込まれません
warning-costs-payers = 複数の人が支払ったため、各人の差額で数えます
warning-costs-deleted = 削除された費用は取り込まれません
warning-costs-groups = 複数のグループの費用が一つの旅行になります
warning-costs-usual-currency = ファイルに通貨がないため、通常の通貨とみなします
warning-costs-left = グループを離れた人の名前がファイルにありません
warning-costs-payer = 支払った人はSpliitのCSVにはなく、JSONにあります
warning-costs-weights = ファイルにない比重は一とみなします
warning-unset-clock = 1980年より前の時刻は省かれます
warning-route-text = ルートの地点の文章は省かれます
reason-import-format = このサービスのアーカイブ、GPX、KML、KMZ、GeoJSON、iCalendar、予約(メール、パス、ページ、JSON-LD、搭乗券の文字列)、またはSplitwise、Spliit、ihatemoney、Cospend、Tricount、Google Takeout、TripIt、Polarsteps、AdventureLog、TRIPの書き出しのどれかにしてください
warning-booking-cancelled = キャンセルされた予約は省かれました
warning-booking-subject = 何の予約かが書かれていません
warning-booking-kind = 種類の分からない予約は省かれました
warning-booking-time = 読めない日時は省かれました
warning-booking-price = 読めない料金は省かれました
warning-booking-package = 複数の予約をまとめた料金は省かれました
warning-booking-price-once = 複数の予約に書かれた同じ料金は一度だけ数えます
warning-booking-end = 開始より前の終了は説明に入れました
warning-booking-event = メールの予約と同じ時刻に始まる予定は省かれました
warning-booking-json = 読めないJSON-LDは省かれました
warning-booking-page = ページが複雑すぎるため、その先は省かれました
warning-booking-bytes = 最初の{ $first }バイトより後のページとパスは省かれました
warning-mail-parts = メールの{ $first }個を超える部分と、{ $second }段より深い部分は省かれました
warning-mail-calendar = メールのカレンダーは省かれました
warning-mail-pass = 添付されたパスは省かれました
warning-mail-pdf = メールのPDFは読み取りません
warning-mail-damaged = メールの壊れた部分は省かれました
warning-pass-bundle = まとめられたパスの一つは省かれました
warning-pass-timeless = パスに日時が書かれていません
warning-pass-boarding = パスの時刻は搭乗時刻かもしれません
warning-boarding-day = 搭乗券に日付がありません
warning-boarding-cut = 搭乗券が途切れているか壊れています。省かれた便の数: { $first }
reason-import-unreadable = ファイルを読み取れません
reason-import-cut-off = アーカイブが途中で切れています
reason-import-early-end = カレンダーが途中で切れています
reason-import-document-end = 文書が途中で切れています
reason-import-no-manifest = このアーカイブは Wayfare のものでも KMZ でもありません
reason-import-not-utf8 = カレンダーの文字コードが UTF-8 ではありません
reason-import-document-type = 文書型宣言 (DOCTYPE) は使えません
reason-import-encrypted = アーカイブが暗号化されています
reason-import-archive-size = アーカイブが大きすぎます
reason-import-file-size = ファイルが大きすぎます
reason-import-malformed = 文書の形式が正しくありません
reason-import-damaged = アーカイブが壊れています
reason-import-items = 項目は { $first } 件までです
reason-import-places = 場所は { $first } か所までです
reason-import-folders = フォルダーは { $first } 個までです
reason-import-unbegun = カレンダーに、始まりのない部分の終わりがあります
reason-import-nesting = カレンダーの入れ子が深すぎます
reason-import-elements = 要素の入れ子が { $first } 段を超えています
reason-import-zone-changes = タイムゾーンの切り替えが多すぎます
reason-import-zones = カレンダーのタイムゾーンが多すぎます
reason-import-attribute = 属性にエンティティが含まれています
reason-import-entities = エンティティは使えません
reason-import-geojson = GeoJSON の FeatureCollection にしてください
reason-import-features = Feature 以外を含めることはできません
reason-import-wgs = WGS { $first }の経度と緯度(度)にしてください
reason-import-encoding = 文書の文字コードが不明です
reason-import-other-archive = 旅行のアーカイブではありません
reason-import-version = バージョン { $first } のアーカイブです。このサービスは { $second } まで読めます
reason-import-repeated = アーカイブに同じパスが重複しています
reason-import-unsafe = アーカイブに安全でないパスがあります
reason-import-picture = 破損した画像が含まれています
reason-import-unpacked = 展開後のサイズは { $first } バイトまでです
reason-import-entries = 展開後のファイルは { $first } 個までです
reason-import-refused = 旅行に含められないものがファイルにあります
reason-import-no-expenses = 費用のないSplitwiseの書き出しです。グループをCSVで書き出してください
reason-import-trip-server = TRIPサーバー全体のバックアップです。アカウントの設定で作ったものを使ってください
reason-import-takeout = Google Takeoutのアーカイブです。展開して、Saved Places.jsonかCSVファイルを送ってください
reason-import-no-trip = 旅行が必要です
reason-import-trips = 旅行は{ $first }件までです
reason-import-plan = ihatemoneyまたはCospendの精算案です。明細またはプロジェクトを書き出してください
reason-import-costs = 割り勘の書き出しですが、読み取れません。もう一度書き出し、変更せずに送ってください
reason-import-sharers = { $first }人を超える人で分ける費用は使えません
reason-import-pdf = PDFは読み取れません。予約のメール、カレンダー、パスまたはページを取り込んでください
reason-import-outlook = Outlookのメッセージ(.msg)は読み取れません。.emlで保存して取り込んでください
reason-import-image = 画像は読み取れません。予約のメール、カレンダー、パス、または搭乗券のコードの文字列を取り込んでください
reason-import-mail = 予約(JSON-LDかマイクロデータの予約、カレンダー、パス)のないメールです。予約のカレンダー、パスまたはページを取り込むか、送信元の最初のメールを添付で転送してください
reason-import-page = 予約(schema.orgのJSON-LDかマイクロデータ)のないページです。予約のメール、カレンダーまたはパスを取り込んでください
reason-import-json-ld = 予約(schema.orgの予約の型をもつオブジェクト)のないJSON-LDです
reason-import-bundle = 予約(搭乗券、イベントのチケット、場所のあるパス)のないパスのまとまりです
reason-import-boarding = 便のない搭乗券です。コードを読み直してください
reason-import-pass = 中身を読めないパスです。送信元にもう一度求めてください
reason-import-pass-kind = 種類の分からないパスです
reason-import-shop = 店のカードやクーポンで、予約ではありません。読み取るのは搭乗券、イベントのチケット、場所のあるパスです
reason-import-placeless = 場所のないパスで、予約ではありません。ウォレットに残してください
reason-import-zip = パスではないzipファイルです
