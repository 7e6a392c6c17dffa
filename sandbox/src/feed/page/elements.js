/** An element with attributes and children; strings become text nodes. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value)
    else made.setAttribute(name, value === true ? '' : value)
  }
  made.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false && child !== ''))
  return made
}

const SVG = 'http://www.w3.org/2000/svg'

export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(SVG, 'use')
  use.setAttribute('href', `#i-${name}`)
  svg.append(use)
  return svg
}

export function chip(text, { name = null, kind = '' } = {}) {
  return el('span', { class: `chip ${kind}` }, name && icon(name), text)
}

export const PLATFORMS = { tiktok: 'TikTok', tumblr: 'Tumblr', instagram: 'Instagram', threads: 'Threads' }
/** Places of a platform other than its feed. */
export const PLACEMENTS = { reel: 'Reel', story: 'Story' }
export const AUDIENCES = { everyone: 'Everyone', followers: 'Followers', friends: 'Friends', self: 'Only me' }
const AUDIENCE_ICONS = { everyone: 'everyone', followers: 'friends', friends: 'friends', self: 'self' }
export const STATES = { draft: 'Draft', queue: 'In the queue', inbox: 'In the inbox', review: 'For review' }

/** Who sees a post; of one that is not out, where it waits. */
export function audienceChip({ state, audience, platform }) {
  if (state !== 'out') return chip(STATES[state], { name: 'waiting', kind: 'waits' })
  const words = platform === 'tumblr' && audience === 'self' ? 'Private' : AUDIENCES[audience]
  return chip(words, { name: AUDIENCE_ICONS[audience], kind: audience === 'everyone' ? '' : 'few' })
}

/** The avatar of an account, or its first letter. */
export function avatar({ name, avatar: src }) {
  return src
    ? el('img', { class: 'avatar', src, alt: '', width: '40', height: '40' })
    : el('span', { class: 'avatar letter', 'aria-hidden': 'true' }, [...name][0] ?? '')
}

const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

export const exactTime = (at) => exact.format(at)

export function shortTime(at) {
  const seconds = (Date.now() - at) / 1000
  if (seconds < 45) return 'just now'
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} min ago`
  return day.format(at)
}

export function time(at) {
  return el('time', { datetime: new Date(at).toISOString(), title: exactTime(at) }, shortTime(at))
}

export function size(bytes) {
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** The first words of a post. */
export function headline({ title, description, parts, tags }) {
  const text = parts.find(({ kind }) => kind === 'text')?.text
  return title || description || text || tags.map((tag) => `#${tag}`).join(' ') || 'Without words'
}

/** All files of a post, in order. */
export function filesOf({ parts }) {
  return parts.flatMap(({ files = [], file }) => (file ? [file] : files))
}
