import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from './api-client.mjs'

export const TYPES = ['png', 'jpeg', 'mp4', 'pdf']

/** Shows progress on a terminal, in place of what it showed before. */
export const say = (text) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`)

/** Saves a slideshow as its `type` says, and returns the paths of its files. */
export async function saveSlideshow(api, slideshow, options) {
  await mkdir(options.out, { recursive: true })
  const files = await (['png', 'jpeg'].includes(options.type) ? saveImages : saveRender)(api, slideshow, options)
  say('')
  return files
}

async function saveImages({ call }, { id, slide_count: count }, { out, format, type }) {
  const files = []
  for (let index = 0; index < count; index += 1) {
    say(`Slide ${index + 1} of ${count}`)
    const image = await call('GET', `/slideshows/${id}/slides/${index}/render?${new URLSearchParams({ format, type })}`)
    const path = join(out, `${String(index + 1).padStart(2, '0')}.${type === 'png' ? 'png' : 'jpg'}`)
    await writeFile(path, Buffer.from(await image.arrayBuffer()))
    files.push(path)
  }
  return files
}

async function saveRender({ call, get }, { id }, { out, format, type, seconds }) {
  const body = { type, format, ...(seconds !== undefined && { seconds_per_slide: Number(seconds) }) }
  let render = await (await call('POST', `/slideshows/${id}/renders`, { body, headers: { prefer: 'wait=2' } })).json()
  // The server would go on without a reader.
  const cancel = () => void call('POST', `/renders/${render.id}/cancel`).finally(() => process.exit(130))
  process.once('SIGINT', cancel)
  while (['waiting', 'running'].includes(render.status)) {
    say(render.status === 'waiting' ? 'Waiting for the server' : `Rendering: ${Math.round(render.progress * 100)} %`)
    await wait(2000)
    render = await get(`/renders/${render.id}`)
  }
  process.off('SIGINT', cancel)
  if (render.status !== 'done') throw new Failure(render.error?.message ?? 'The render was cancelled.', 1)
  const path = join(out, `slideshow.${type}`)
  await pipeline((await call('GET', `/renders/${render.id}/file`)).body, createWriteStream(path))
  return [path]
}
