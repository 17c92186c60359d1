# Los textos de los mensajes.

confirmation-subject = Confirme su dirección de correo
confirmation-lead = La cuenta { $username } en { $site } tiene esta dirección de correo. ¿Es la suya?
confirmation-action = Confirmar la dirección
confirmation-after = Si no tiene esa cuenta, no hace falta que haga nada: la dirección queda sin confirmar.

email-changed-subject = Se ha cambiado la dirección de correo de { $username }
email-changed-lead = Alguien con la sesión iniciada, probablemente usted, ha cambiado o quitado la dirección de correo de la cuenta { $username } en { $site }. Era esta.
email-changed-action = Recuperar la dirección
email-changed-after = Si ha sido usted, no tiene que hacer nada. Si no, el enlace devuelve esta dirección a la cuenta y cierra todas sus sesiones; elija después una contraseña nueva. El enlace vale siete días. Hasta entonces nadie más puede usar la dirección.

password-reset-subject = Una contraseña nueva para { $username }
password-reset-lead = Alguien, probablemente usted, ha pedido una contraseña nueva para la cuenta { $username } en { $site }.
password-reset-action = Elegir una contraseña nueva
password-reset-after = El enlace vale una hora y sirve una sola vez. Si no la ha pedido usted, no hace falta que haga nada: su contraseña sigue igual.

invitation-subject = { $by } le invita a «{ $trip }»
invitation-lead = { $by } le invita a preparar en { $site } el viaje «{ $trip }».
invitation-action = Ver la invitación
invitation-after = La invitación vale hasta el { date }.
invitation-refuse = No enviar más invitaciones de { $site } a esta dirección

date =
    { $month ->
        [1] { $day } de enero de { $year }
        [2] { $day } de febrero de { $year }
        [3] { $day } de marzo de { $year }
        [4] { $day } de abril de { $year }
        [5] { $day } de mayo de { $year }
        [6] { $day } de junio de { $year }
        [7] { $day } de julio de { $year }
        [8] { $day } de agosto de { $year }
        [9] { $day } de septiembre de { $year }
        [10] { $day } de octubre de { $year }
        [11] { $day } de noviembre de { $year }
       *[12] { $day } de diciembre de { $year }
    }

footer = Este mensaje es de Wayfare en { $site }. Nadie lee las respuestas.
