# Les textes des messages.

confirmation-subject = Confirmez votre adresse e-mail
confirmation-lead = Le compte { $username } sur { $site } a cette adresse e-mail. Est-ce la vôtre ?
confirmation-action = Confirmer l’adresse
confirmation-after = Si vous n’avez pas de compte, vous n’avez rien à faire : l’adresse reste non confirmée.

email-changed-subject = L’adresse e-mail de { $username } a été modifiée
email-changed-lead = Une personne connectée, sans doute vous, a modifié ou supprimé l’adresse e-mail du compte { $username } sur { $site }. C’était celle-ci.
email-changed-action = Reprendre l’adresse
email-changed-after = Si c’était vous, vous n’avez rien à faire. Sinon, le lien rend cette adresse au compte et met fin à toutes ses sessions ; choisissez ensuite un nouveau mot de passe. Le lien est valable sept jours. Jusque-là, personne d’autre ne peut utiliser l’adresse.

password-reset-subject = Un nouveau mot de passe pour { $username }
password-reset-lead = Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour le compte { $username } sur { $site }.
password-reset-action = Choisir un nouveau mot de passe
password-reset-after = Le lien est valable une heure et ne sert qu’une fois. Si la demande ne vient pas de vous, vous n’avez rien à faire : votre mot de passe reste le même.

invitation-subject = { $by } vous invite : « { $trip } »
invitation-lead = { $by } vous invite à préparer ensemble le voyage « { $trip } » sur { $site }.
invitation-action = Voir l’invitation
invitation-after = L’invitation est valable jusqu’au { date }.
invitation-refuse = Ne plus envoyer d’invitations de { $site } à cette adresse

date =
    { $month ->
        [1] { $day } janvier { $year }
        [2] { $day } février { $year }
        [3] { $day } mars { $year }
        [4] { $day } avril { $year }
        [5] { $day } mai { $year }
        [6] { $day } juin { $year }
        [7] { $day } juillet { $year }
        [8] { $day } août { $year }
        [9] { $day } septembre { $year }
        [10] { $day } octobre { $year }
        [11] { $day } novembre { $year }
       *[12] { $day } décembre { $year }
    }

footer = Ce message vient de Wayfare sur { $site }. Personne ne lit les réponses.
