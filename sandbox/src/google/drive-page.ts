import type { Hono } from 'hono'
import { html } from 'hono/html'
import { refusalPage } from '../kit/consent-page.ts'
import type { RecordedEnv } from '../kit/recorded.ts'
import { FOLDER, type DriveFile, type Files } from './files.ts'

/** Web address of a file or folder, the target of `webViewLink`. */
export function viewPath(file: DriveFile): string {
  return `/google/drive/${file.mimeType === FOLDER ? 'folders' : 'file'}/${file.id}`
}

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0; padding: 2rem 1rem; background: light-dark(#eceff3, #14171c) }
  main { max-width: 60rem; margin: auto }
  h1 { font-size: 1.25rem; overflow-wrap: anywhere }
  ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 1rem; padding: 0; list-style: none }
  li { overflow-wrap: anywhere; font-size: .875rem }
  img, video { display: block; width: 100%; aspect-ratio: 9 / 16; object-fit: contain; border-radius: .5rem; background: #000 }
  .note { font-size: .8125rem; color: light-dark(#4b5563, #aab4c2) }
`

/** A page that lists a folder or shows a file. The id is the permission. */
export function serveDrivePages(app: Hono<RecordedEnv>, files: Files): void {
  app.get('/drive/folders/:id', (c) => {
    const folder = files.byId(c.req.param('id'))
    if (folder?.mimeType !== FOLDER) return c.html(notFound(), 404)
    return c.html(
      page(
        folder.name,
        files.all().filter((file) => file.parents.includes(folder.id)),
      ),
    )
  })
  app.get('/drive/file/:id', (c) => {
    const file = files.byId(c.req.param('id'))
    return file && file.mimeType !== FOLDER ? c.html(page(file.name, [file])) : c.html(notFound(), 404)
  })
  app.get('/drive/content/:id', (c) => {
    const file = files.byId(c.req.param('id'))
    if (!file || !/^(image\/(png|jpeg|webp)|video\/mp4)$/.test(file.mimeType)) return c.body(null, 404)
    return c.body(new Uint8Array(file.bytes), 200, { 'content-type': file.mimeType, 'x-content-type-options': 'nosniff' })
  })
}

function notFound() {
  return refusalPage({ provider: 'Google Drive', title: 'This is not here', detail: 'The sandbox forgets its files when it ends.' })
}

function page(name: string, files: readonly DriveFile[]) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>${name} - Google Drive, imitated</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <main>
          <h1>${name}</h1>
          <ul>
            ${files.map((file) => html`<li>${preview(file)}${file.name}</li>`)}
          </ul>
          <p class="note">This is a local imitation of Google Drive. Its files are gone when the sandbox ends.</p>
        </main>
      </body>
    </html>`
}

function preview({ id, mimeType, name }: DriveFile) {
  const url = `/google/drive/content/${id}`
  if (mimeType.startsWith('image/')) return html`<img src="${url}" alt="${name}" loading="lazy" />`
  return mimeType.startsWith('video/') ? html`<video src="${url}" controls muted></video>` : ''
}
