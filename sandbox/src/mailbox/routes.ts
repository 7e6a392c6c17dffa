import { Hono, type Context } from 'hono'
import { asset, mailHtml, page } from './page.ts'
import { changes } from '../kit/changes.ts'
import { createOutbox, type Mail } from './mails.ts'

interface MailboxParts {
  /** Programs ask here. */
  control: Hono
  /** The folder for emails of a server without SMTP; null without one. */
  outbox: string | null
  /** Whether the request comes from this machine: emails contain sign-in links. */
  isNear: (c: Context) => boolean
}

/** Mails that the product would have sent, as a mailbox in the browser. A mail is other people's words: nothing in it runs. */
export function createMailbox({ control, outbox: folder, isNear }: MailboxParts): Hono {
  const outbox = createOutbox(folder)
  const app = new Hono()
  app.use('/mail/*', async (c, next) => {
    if (!isNear(c)) return c.text('The mailbox is for the machine that runs the sandbox.', 404)
    await next()
    return undefined
  })
  app.get('/mail', (c) => page(c, 200))
  app.get('/mail/assets/:name', (c) => asset(c.req.param('name')))
  app.get('/mail/events', () => changes(outbox))
  app.get('/mail/list', async (c) => c.json({ isOn: folder !== null, mails: (await outbox.all()).map(headOf) }))
  app.get('/mail/message/:id', async (c) => {
    const mail = await outbox.find(c.req.param('id'))
    return mail ? c.json({ ...headOf(mail), text: mail.text, hasHtml: mail.html !== '' }) : c.json({ error: 'No such mail' }, 404)
  })
  app.get('/mail/html/:id', async (c) => {
    const mail = await outbox.find(c.req.param('id'))
    return mail ? mailHtml(mail.html, c.req.query('scheme')) : c.text('No such mail', 404)
  })
  control.get('/_control/mails', async (c) => c.json({ mails: await outbox.to(c.req.query('to')) }))
  return app
}

function headOf({ id, at, from, to, subject, text }: Mail) {
  return { id, at, from, to, subject, opening: text.replace(/\s+/g, ' ').trim().slice(0, 140) }
}
