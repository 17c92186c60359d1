# Die Texte der Mails.

confirmation-subject = E-Mail-Adresse bestätigen
confirmation-lead = Das Konto { $username } bei { $site } hat diese E-Mail-Adresse. Ist es Ihre?
confirmation-action = Adresse bestätigen
confirmation-after = Wenn Sie kein solches Konto haben, brauchen Sie nichts zu tun: Die Adresse bleibt unbestätigt.

email-changed-subject = Die E-Mail-Adresse von { $username } wurde geändert
email-changed-lead = Jemand, der angemeldet war, wahrscheinlich Sie selbst, hat die E-Mail-Adresse des Kontos { $username } bei { $site } geändert oder entfernt. Es war diese.
email-changed-action = Adresse zurückholen
email-changed-after = Wenn Sie es waren, müssen Sie nichts tun. Wenn nicht, gibt der Link dem Konto diese Adresse zurück und beendet alle Sitzungen; wählen Sie dann ein neues Passwort. Der Link gilt sieben Tage. So lange kann niemand sonst die Adresse verwenden.

password-reset-subject = Neues Passwort für { $username }
password-reset-lead = Jemand, wahrscheinlich Sie selbst, möchte ein neues Passwort für das Konto { $username } bei { $site }.
password-reset-action = Neues Passwort wählen
password-reset-after = Der Link gilt eine Stunde und funktioniert einmal. Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.

invitation-subject = { $by } lädt Sie ein: „{ $trip }“
invitation-lead = { $by } lädt Sie ein, bei { $site } gemeinsam die Reise „{ $trip }“ zu planen.
invitation-action = Einladung ansehen
invitation-after = Die Einladung gilt bis { date }.
invitation-refuse = Keine Einladungen von { $site } mehr an diese Adresse

date =
    { $month ->
        [1] { $day }. Januar { $year }
        [2] { $day }. Februar { $year }
        [3] { $day }. März { $year }
        [4] { $day }. April { $year }
        [5] { $day }. Mai { $year }
        [6] { $day }. Juni { $year }
        [7] { $day }. Juli { $year }
        [8] { $day }. August { $year }
        [9] { $day }. September { $year }
        [10] { $day }. Oktober { $year }
        [11] { $day }. November { $year }
       *[12] { $day }. Dezember { $year }
    }

footer = Diese Nachricht kommt von Wayfare bei { $site }. Antworten darauf liest niemand.
