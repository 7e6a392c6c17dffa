import { readTexts } from '@ninesixteen/shared/slide/box'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { fileUrl } from '../../../api/file-urls.ts'
import { toApiError } from '../../../api/api-error.ts'
import { notify } from '../../../components/toast.tsx'
import { exportSlides } from '../../../painter/export-slides.ts'
import { nameCount } from '../actions/slides-together.ts'
import type { EditorSession } from '../document/session.ts'
import { markedSlides, markSlides } from './slide-marker.ts'

/** Our own format, where the browser keeps such ("web custom formats"). */
const OWN_FORMAT = 'web application/x-ninesixteen-slides'

async function drawFirst(slides: readonly Slide[]): Promise<Blob> {
  const [file] = await exportSlides(slides.slice(0, 1), { resolveUrl: fileUrl, fileType: 'png', scale: 1 })
  if (!file) throw new Error('No slide to copy')
  return file.blob
}

const keepsOwnFormats = (): boolean => 'supports' in ClipboardItem && ClipboardItem.supports(OWN_FORMAT)

/** Writes slides as data, HTML, text and an image of the first. Must be called while the browser allows it: after a key or a click. */
export async function writeSlides(slides: readonly Slide[]): Promise<void> {
  const json = JSON.stringify({ slides })
  const text = slides.map((slide) => readTexts(slide).join('\n')).join('\n\n')
  const item = {
    'image/png': drawFirst(slides),
    'text/plain': new Blob([text], { type: 'text/plain' }),
    'text/html': new Blob([markSlides(json, text)], { type: 'text/html' }),
    ...(keepsOwnFormats() && { [OWN_FORMAT]: new Blob([json], { type: OWN_FORMAT }) }),
  }
  await navigator.clipboard.write([new ClipboardItem(item)])
}

export async function copySlidesByButton({ store }: EditorSession, ids: readonly string[]): Promise<void> {
  const slides = store.doc().slides.filter((slide) => ids.includes(slide.id))
  try {
    await writeSlides(slides)
    store.announce(`${nameCount(slides.length)} copied`)
    notify.ok(`${nameCount(slides.length)} copied. Paste in this or another slideshow.`)
  } catch (error) {
    console.info('Copying slides failed.', error)
    notify.error('Your browser didn’t allow copying.', 'Select the slides and press Ctrl+C, or ⌘C on a Mac.')
  }
}

async function readClipboard(): Promise<string | null> {
  for (const item of await navigator.clipboard.read()) {
    if (item.types.includes(OWN_FORMAT)) return (await item.getType(OWN_FORMAT)).text()
    // Browsers parse HTML before they hand it out, which reports the styles of rich text as violations of the page's policy.
    if (keepsOwnFormats() || !item.types.includes('text/html')) continue
    const marked = markedSlides(await (await item.getType('text/html')).text())
    if (marked !== null) return marked
  }
  return null
}

/** Pastes slides after a given one. Returns the ids of the new slides. */
export async function pasteSlidesByButton(session: EditorSession, after: string): Promise<string[]> {
  let json: string | null
  try {
    json = await readClipboard()
  } catch (error) {
    console.info('Reading the clipboard failed.', error)
    notify.error('Your browser didn’t allow pasting.', 'Press Ctrl+V, or ⌘V on a Mac.')
    return []
  }
  if (json === null) {
    notify.info('There are no slides on the clipboard. Copy some first.')
    return []
  }
  try {
    const { pasteSlides } = await import('./paste.ts')
    return pasteSlides(session, after, json)
  } catch (thrown) {
    notify.error(toApiError(thrown).message)
    return []
  }
}
