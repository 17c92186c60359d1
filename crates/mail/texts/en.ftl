# The texts of mails. Names are written by users; links are added below the text that leads to them.

confirmation-subject = Confirm your e-mail address
confirmation-lead = The account { $username } at { $site } has this e-mail address. Is it yours?
confirmation-action = Confirm the address
confirmation-after = If you have no such account, you need not do anything: the address stays unconfirmed.

email-changed-subject = The e-mail address of { $username } was changed
email-changed-lead = Somebody who was signed in, probably you, has changed or removed the e-mail address of the account { $username } at { $site }. It was this one.
email-changed-action = Take the address back
email-changed-after = If it was you, you need not do anything. If it was not, the link gives the account this address again and ends all its sessions; then choose a new password. The link is good for seven days. Until then nobody else can use the address.

password-reset-subject = A new password for { $username }
password-reset-lead = Somebody, probably you, asked for a new password for the account { $username } at { $site }.
password-reset-action = Choose a new password
password-reset-after = The link is good for one hour and works once. If it was not you who asked, you need not do anything: your password stays as it is.

invitation-subject = { $by } invites you to “{ $trip }”
invitation-lead = { $by } invites you to plan the trip “{ $trip }” together at { $site }.
invitation-action = See the invitation
invitation-after = The invitation is good until { date }.
invitation-refuse = No more invitations from { $site } to this address

date =
    { $month ->
        [1] { $day } January { $year }
        [2] { $day } February { $year }
        [3] { $day } March { $year }
        [4] { $day } April { $year }
        [5] { $day } May { $year }
        [6] { $day } June { $year }
        [7] { $day } July { $year }
        [8] { $day } August { $year }
        [9] { $day } September { $year }
        [10] { $day } October { $year }
        [11] { $day } November { $year }
       *[12] { $day } December { $year }
    }

footer = This message was sent by Wayfare at { $site }. Nobody reads answers to it.
