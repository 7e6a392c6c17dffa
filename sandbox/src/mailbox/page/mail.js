const at = (id) => document.getElementById(id)
const [list, none, whose, mail, frame, plain, said] = ['list', 'none', 'whose', 'mail', 'frame', 'text', 'said'].map(at)
const views = [...document.querySelectorAll('[data-view]')]
const schemes = [...document.querySelectorAll('[data-scheme]')]
const time = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

let mails = []
let isOn = true
/** The open email, from the URL. */
let open = decodeURIComponent(location.hash.slice(1))
let view = 'html'
let scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'

function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

async function json(path) {
  const reply = await fetch(path)
  return reply.ok ? reply.json() : null
}

function listRecipients() {
  const counts = new Map()
  for (const { to } of mails) for (const address of to) counts.set(address, (counts.get(address) ?? 0) + 1)
  const chosen = whose.value || new URLSearchParams(location.search).get('to')?.toLowerCase() || ''
  const options = [...counts].toSorted(([a], [b]) => a.localeCompare(b)).map(([address, count]) => [address, `${address} (${count})`])
  whose.replaceChildren(...[['', `Everyone (${mails.length})`], ...options].map(([value, label]) => el('option', { value }, label)))
  whose.value = counts.has(chosen) ? chosen : ''
}

function listMails() {
  const shown = mails.filter(({ to }) => whose.value === '' || to.includes(whose.value))
  list.replaceChildren(
    ...shown.map(({ id, subject, to, at: when, opening }) => {
      const head = el('span', { class: 'head' }, el('b', {}, subject || 'Without a subject'), el('time', {}, time.format(when)))
      const button = el('button', { type: 'button', 'aria-current': String(id === open) })
      button.append(head, el('span', { class: 'to' }, to.join(', ')), el('span', { class: 'opening' }, opening))
      button.addEventListener('click', () => void show(id, true))
      return el('li', {}, button)
    }),
  )
  none.hidden = shown.length > 0
  none.textContent = isOn
    ? 'No mail yet. Mails from the product appear here.'
    : 'The product sends its mails through a mail server: there is nothing to see here.'
}

/** Links of the plain part, as links; everything else is text. */
function withLinks(text) {
  const parts = []
  let from = 0
  for (const found of text.matchAll(/https?:\/\/[^\s<>"']+/g)) {
    parts.push(text.slice(from, found.index), el('a', { href: found[0], target: '_blank', rel: 'noopener noreferrer' }, found[0]))
    from = found.index + found[0].length
  }
  return [...parts, text.slice(from)]
}

async function show(id, isAsked = false) {
  const found = id === '' ? null : await json(`/mail/message/${encodeURIComponent(id)}`)
  open = found ? id : ''
  document.body.classList.toggle('reads', open !== '')
  mail.hidden = !found
  history.replaceState(null, '', open === '' ? location.pathname + location.search : `#${encodeURIComponent(id)}`)
  listMails()
  if (!found) return
  at('subject').textContent = found.subject || 'Without a subject'
  at('facts').textContent = `${found.from} to ${found.to.join(', ')}, ${time.format(found.at)}`
  plain.replaceChildren(...withLinks(found.text))
  views[0].disabled = !found.hasHtml
  look(found.hasHtml ? view : 'text')
  if (isAsked) at('subject').focus()
}

function look(wanted) {
  if (wanted === 'html') color()
  frame.hidden = wanted !== 'html'
  at('schemes').hidden = wanted !== 'html'
  plain.hidden = wanted !== 'text'
  for (const button of views) button.setAttribute('aria-pressed', String(button.dataset.view === wanted))
}

/** The mail as it is drawn where people have their machine so. */
function color() {
  if (open !== '') frame.src = `/mail/html/${encodeURIComponent(open)}?scheme=${scheme}`
  frame.style.colorScheme = scheme
  for (const button of schemes) button.setAttribute('aria-pressed', String(button.dataset.scheme === scheme))
}

async function refresh() {
  const answer = await json('/mail/list').catch(() => null)
  if (!answer) return
  const fresh = answer.mails.filter(({ id }) => !mails.some((known) => known.id === id)).length
  const isFirst = mails.length === 0
  mails = answer.mails
  isOn = answer.isOn
  listRecipients()
  listMails()
  if (!isFirst && fresh > 0) said.textContent = fresh === 1 ? '1 new mail' : `${fresh} new mails`
}

whose.addEventListener('change', listMails)
at('back').addEventListener('click', () => void show(''))
for (const button of views) {
  button.addEventListener('click', () => {
    view = button.dataset.view
    look(view)
  })
}
for (const button of schemes) {
  button.addEventListener('click', () => {
    scheme = button.dataset.scheme
    color()
  })
}
new EventSource('/mail/events').addEventListener('changed', () => void refresh())
await refresh()
await show(open)
