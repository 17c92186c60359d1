# メールの文面。

confirmation-subject = メールアドレスの確認
confirmation-lead = { $site } のアカウント { $username } に、このメールアドレスが登録されています。ご本人のものですか。
confirmation-action = アドレスを確認する
confirmation-after = 心当たりがない場合は、何もする必要はありません。アドレスは未確認のままです。

email-changed-subject = { $username } のメールアドレスが変更されました
email-changed-lead = { $site } のアカウント { $username } のメールアドレス（このアドレス）が変更または削除されました。ログイン中の方（おそらくご本人）による操作です。
email-changed-action = アドレスを元に戻す
email-changed-after = ご本人による変更であれば、何もする必要はありません。心当たりがない場合は、このリンクでアカウントのアドレスを元に戻し、すべてのセッションを終了できます。その後、新しいパスワードを設定してください。リンクの有効期間は7日間です。その間、ほかの人はこのアドレスを使えません。

password-reset-subject = { $username } の新しいパスワード
password-reset-lead = { $site } のアカウント { $username } について、新しいパスワードの申し込みがありました。
password-reset-action = 新しいパスワードを設定する
password-reset-after = リンクは1時間、1回だけ有効です。心当たりがない場合は、何もする必要はありません。パスワードは変わりません。

invitation-subject = { $by } さんから「{ $trip }」への招待
invitation-lead = { $by } さんが、{ $site } で旅行「{ $trip }」を一緒に計画するよう招待しています。
invitation-action = 招待を見る
invitation-after = 招待の有効期限は { date } です。
invitation-refuse = { $site } からこのアドレスへの招待を停止する

date =
    { $month ->
        [1] { $year }年1月{ $day }日
        [2] { $year }年2月{ $day }日
        [3] { $year }年3月{ $day }日
        [4] { $year }年4月{ $day }日
        [5] { $year }年5月{ $day }日
        [6] { $year }年6月{ $day }日
        [7] { $year }年7月{ $day }日
        [8] { $year }年8月{ $day }日
        [9] { $year }年9月{ $day }日
        [10] { $year }年10月{ $day }日
        [11] { $year }年11月{ $day }日
       *[12] { $year }年12月{ $day }日
    }

footer = このメールは { $site } の Wayfare から送信されました。返信は読まれません。
