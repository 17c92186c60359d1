# Os textos das mensagens.

confirmation-subject = Confirme o seu endereço de e-mail
confirmation-lead = A conta { $username } em { $site } tem este endereço de e-mail. É o seu?
confirmation-action = Confirmar o endereço
confirmation-after = Se não tem essa conta, não precisa de fazer nada: o endereço fica por confirmar.

email-changed-subject = O endereço de e-mail de { $username } foi alterado
email-changed-lead = Alguém com sessão iniciada, provavelmente você, alterou ou removeu o endereço de e-mail da conta { $username } em { $site }. Era este.
email-changed-action = Recuperar o endereço
email-changed-after = Se foi você, não precisa de fazer nada. Se não, a ligação devolve este endereço à conta e termina todas as sessões; escolha depois uma nova palavra-passe. A ligação é válida durante sete dias. Até lá, mais ninguém pode usar o endereço.

password-reset-subject = Uma nova palavra-passe para { $username }
password-reset-lead = Alguém, provavelmente você, pediu uma nova palavra-passe para a conta { $username } em { $site }.
password-reset-action = Escolher uma nova palavra-passe
password-reset-after = O link vale uma hora e funciona uma só vez. Se não foi você que pediu, não precisa de fazer nada: a sua palavra-passe continua a mesma.

invitation-subject = { $by } convida para “{ $trip }”
invitation-lead = { $by } convida a planear em conjunto a viagem “{ $trip }” em { $site }.
invitation-action = Ver o convite
invitation-after = O convite é válido até { date }.
invitation-refuse = Não enviar mais convites de { $site } para este endereço

date =
    { $month ->
        [1] { $day } de janeiro de { $year }
        [2] { $day } de fevereiro de { $year }
        [3] { $day } de março de { $year }
        [4] { $day } de abril de { $year }
        [5] { $day } de maio de { $year }
        [6] { $day } de junho de { $year }
        [7] { $day } de julho de { $year }
        [8] { $day } de agosto de { $year }
        [9] { $day } de setembro de { $year }
        [10] { $day } de outubro de { $year }
        [11] { $day } de novembro de { $year }
       *[12] { $day } de dezembro de { $year }
    }

footer = Esta mensagem é do Wayfare em { $site }. Ninguém lê as respostas.
