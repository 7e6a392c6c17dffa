import { avatar, el, headline, time } from './elements.js'
import { altMark, pages, picture } from './pages.js'
import { article, chips, folded, video, videoPlayer } from './parts.js'

/** A post as its platform shows it: its element, and how its pictures are turned. */
export function postView(post) {
  switch (post.platform) {
    case 'tumblr':
      return tumblrPost(post)
    case 'threads':
      return metaPost(post)
    case 'instagram':
      return post.placement === 'feed' ? metaPost(post) : fullPost(post)
    default:
      return fullPost(post)
  }
}

/** An image or video that fills the phone, with the texts over it. */
function fullPost(post) {
  const { parts, account, cover, title, description, comments, notes, at } = post
  const photos = parts.find(({ kind }) => kind === 'pages')
  const carousel = photos && pages(photos.files, { label: `Pictures of ${account.name}`, cover })
  const videoPart = parts.find(({ kind }) => kind === 'video')
  const words = description && el('p', { class: 'words' }, description)
  const facts = [comments === null ? null : `Comments ${comments ? 'on' : 'off'}`, ...notes].filter(Boolean)
  const node = article(
    { post, look: 'full' },
    carousel?.node ?? (videoPart ? videoPlayer(videoPart.file, headline(post)) : el('p', { class: 'gone' }, 'Nothing arrived.')),
    chips(post),
    el(
      'div',
      { class: 'caption' },
      el('div', { class: 'who' }, avatar(account), el('div', {}, el('strong', {}, account.handle), time(at))),
      title && el('h2', {}, title),
      words,
      facts.length > 0 && el('p', { class: 'facts' }, facts.join(' · ')),
      carousel?.dots,
    ),
  )
  if (words) folded(words)
  return { node, turn: carousel?.turn ?? (() => undefined) }
}

function tumblrPost(post) {
  const { parts, account, tags, at } = post
  const node = article(
    { post, look: 'paper' },
    el(
      'header',
      { class: 'who' },
      avatar(account),
      el('div', {}, el('strong', {}, account.name), el('span', { class: 'where' }, account.handle, ' · ', time(at))),
    ),
    chips(post),
    el('div', { class: 'body' }, parts.map(block)),
    tags.length > 0 &&
      el(
        'ul',
        { class: 'tags', 'aria-label': 'Tags' },
        tags.map((tag) => el('li', {}, `#${tag}`)),
      ),
  )
  node.tabIndex = 0
  return { node, turn: () => undefined }
}

/** A post of Instagram's feed or of Threads, with texts after or before the images, which are cropped to the ratio of the first. */
function metaPost(post) {
  const { parts, account, description, notes, at, platform } = post
  const photos = parts.find(({ kind }) => kind === 'pages')
  const videoPart = parts.find(({ kind }) => kind === 'video')
  const text = parts.find(({ kind }) => kind === 'text')?.text
  const carousel = photos && pages(photos.files, { label: `Pictures of ${account.name}`, cover: 0 })
  const media = carousel?.node ?? (videoPart && video(videoPart.file, headline(post)))
  const [first] = photos?.files ?? []
  // By the object model: the page's policy forbids attributes of style.
  if (first?.width) media.style.aspectRatio = `${first.width} / ${first.height}`
  const node = article(
    { post, look: 'paper' },
    el('header', { class: 'who' }, avatar(account), el('div', {}, el('strong', {}, account.handle.slice(1)), time(at))),
    chips(post),
    text && el('p', { class: 'text' }, text),
    media && el('div', { class: 'media' }, media),
    carousel?.dots,
    description && el('p', { class: 'text' }, el('strong', {}, account.handle.slice(1)), ` ${description}`),
    notes.length > 0 && el('p', { class: 'facts' }, notes.join(' · ')),
    !media && !text && el('p', { class: 'gone' }, `Nothing arrived at ${platform}.`),
  )
  node.tabIndex = 0
  return { node, turn: carousel?.turn ?? (() => undefined) }
}

function block(part) {
  switch (part.kind) {
    case 'text':
      return el(part.isHeading ? 'h2' : 'p', { class: 'text' }, part.text)
    case 'link':
      return el('p', { class: 'text link' }, part.text)
    case 'video':
      return video(part.file, 'Video')
    default:
      return el(
        'div',
        { class: 'row' },
        part.files.map((file, at) => el('figure', {}, picture(file, at), altMark(file))),
      )
  }
}
