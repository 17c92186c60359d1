# I testi dei messaggi.

confirmation-subject = Conferma il tuo indirizzo e-mail
confirmation-lead = L’account { $username } su { $site } ha questo indirizzo e-mail. È il tuo?
confirmation-action = Conferma l’indirizzo
confirmation-after = Se non hai questo account, non devi fare nulla: l’indirizzo resta non confermato.

email-changed-subject = L’indirizzo e-mail di { $username } è cambiato
email-changed-lead = Qualcuno che aveva effettuato l’accesso, probabilmente tu, ha cambiato o rimosso l’indirizzo e-mail dell’account { $username } su { $site }. Era questo.
email-changed-action = Riprendi l’indirizzo
email-changed-after = Se sei stato tu, non devi fare nulla. Altrimenti il link ridà questo indirizzo all’account e termina tutte le sue sessioni; poi scegli una nuova password. Il link vale sette giorni. Fino ad allora nessun altro può usare l’indirizzo.

password-reset-subject = Una nuova password per { $username }
password-reset-lead = Qualcuno, probabilmente tu, ha chiesto una nuova password per l’account { $username } su { $site }.
password-reset-action = Scegli una nuova password
password-reset-after = Il link vale un’ora e funziona una volta sola. Se non l’hai chiesta tu, non devi fare nulla: la tua password resta com’è.

invitation-subject = { $by } ti invita a «{ $trip }»
invitation-lead = { $by } ti invita a organizzare insieme il viaggio «{ $trip }» su { $site }.
invitation-action = Vedi l’invito
invitation-after = L’invito vale fino al { date }.
invitation-refuse = Non inviare più inviti da { $site } a questo indirizzo

date =
    { $month ->
        [1] { $day } gennaio { $year }
        [2] { $day } febbraio { $year }
        [3] { $day } marzo { $year }
        [4] { $day } aprile { $year }
        [5] { $day } maggio { $year }
        [6] { $day } giugno { $year }
        [7] { $day } luglio { $year }
        [8] { $day } agosto { $year }
        [9] { $day } settembre { $year }
        [10] { $day } ottobre { $year }
        [11] { $day } novembre { $year }
       *[12] { $day } dicembre { $year }
    }

footer = Questo messaggio è di Wayfare su { $site }. Nessuno legge le risposte.
