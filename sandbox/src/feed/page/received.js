import { AUDIENCES, PLACEMENTS, audienceChip, chip, el, exactTime, filesOf, icon, PLATFORMS, size, STATES } from './elements.js'

/** The request that the platform received for a post. */
export function postFacts(post) {
  if (!post) return []
  const {
    platform,
    account,
    title,
    description,
    parts,
    tags,
    comments,
    disclosure,
    notes,
    path,
    id,
    publishId,
    slug,
    at,
    state,
    audience,
    placement,
  } = post
  const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
  const rows = [
    ['Account', `${account.name} (${account.handle})`],
    [state === 'out' ? 'Out since' : 'Made', exactTime(at)],
    ['Seen by', state === 'out' ? AUDIENCES[audience] : `No one yet: ${STATES[state].toLowerCase()}`],
    ['Place', platform === 'instagram' ? (PLACEMENTS[placement] ?? 'Feed') : null],
    ['Comments', comments === null ? null : comments ? 'On' : 'Off'],
    ['Disclosure', platform === 'tiktok' ? (disclosure ?? 'None') : null],
    ['Further', notes.join(', ') || null],
    ['Post', id],
    ['Publish id', publishId],
    ['Slug', slug],
  ]
  return [
    el('div', { class: 'head' }, el('h2', {}, `This post on ${PLATFORMS[platform]}`), audienceChip(post)),
    title && words('Title', title, 90),
    description && (platform === 'instagram' ? words('Caption', description, 2200) : words('Description', description, 4000)),
    text && words('Text', text, null),
    tags.length > 0 &&
      el(
        'ul',
        { class: 'tag-list', 'aria-label': 'Tags' },
        tags.map((tag) => el('li', {}, `#${tag}`)),
      ),
    el(
      'dl',
      {},
      rows.filter(([, value]) => value !== null).map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
    ),
    files(filesOf(post)),
    el('a', { class: 'alone', href: path }, icon('link'), 'The page of this post'),
  ].filter(Boolean)
}

function words(name, text, most) {
  const length = most === null ? `${text.length} characters` : `${text.length}/${most.toLocaleString('en-US')}`
  return el('div', { class: 'said' }, el('h3', {}, name, el('span', {}, length)), el('p', {}, text))
}

function files(list) {
  if (list.length === 0) return null
  const rows = list.map(({ url, type, width, height, bytes, sha256, alt }, at) => {
    const isPicture = type.startsWith('image/')
    const measures = [width && `${width} × ${height}`, type.split('/')[1]?.toUpperCase(), size(bytes)].filter(Boolean).join(' · ')
    const thumb =
      url && isPicture
        ? el('img', { src: url, alt: '', loading: 'lazy', width: '27', height: '48' })
        : el('i', { class: 'video' }, icon('play'))
    return el(
      'li',
      {},
      thumb,
      el(
        'div',
        {},
        el('span', {}, `${at + 1}. ${measures}`),
        el('code', { title: `SHA-256 ${sha256}` }, sha256.slice(0, 16)),
        alt && el('em', {}, `“${alt}”`),
      ),
    )
  })
  return el('details', { class: 'files' }, el('summary', {}, `${list.length} ${list.length === 1 ? 'file' : 'files'}`), el('ol', {}, rows))
}

const MISHAPS = [
  ['500', 'refused (500)'],
  ['429', 'told to wait (429)'],
  ['gateway', 'done, answered 504'],
  ['cut', 'done, half an answer'],
  ['lost', 'done, no answer'],
  ['slow', 'stalled, done late'],
  ['late', 'done, answered late'],
]

/** Totals, and what kind of day the platforms have. */
export function platformFacts({ out, waiting, chaos }) {
  const met = MISHAPS.filter(([kind]) => chaos.met[kind] > 0).map(([kind, name]) => el('li', {}, el('b', {}, chaos.met[kind]), name))
  return [
    el('h2', { id: 'platform-title' }, 'Received by the platforms'),
    el(
      'ul',
      { class: 'totals' },
      Object.entries(PLATFORMS).map(([kind, name]) => total(out[kind], name, kind)),
      total(waiting, 'Waiting', ''),
    ),
    el(
      'div',
      { class: 'mood' },
      chip(chaos.on ? 'On' : 'Off', { kind: chaos.on ? 'waits' : 'kind' }),
      el(
        'p',
        {},
        chaos.on ? `Chaos mode is on: ${chaos.calls} posting requests so far.` : 'Chaos mode is off: every request is answered correctly.',
      ),
      met.length > 0 && el('ul', { class: 'met' }, met),
    ),
  ]
}

function total(count, name, kind) {
  return el('li', {}, el('b', {}, count.toLocaleString('en-US')), el('span', {}, kind && el('i', { class: `dot ${kind}` }), name))
}
