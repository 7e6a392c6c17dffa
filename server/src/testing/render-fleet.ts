import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, onTestFinished } from 'vitest'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import type { VideoSpec } from '@ninesixteen/shared/video/video-spec'
import { createImageDecoder } from '../image-decoding/image-decoder.ts'
import { createListen, type ChangeEvents } from '../db/listen.ts'
import { startRenderConsumer } from '../render-queue/render-consumer.ts'
import { createQueuedRenderer } from '../render-queue/queued-renderer.ts'
import { createRenderer, type RenderedSlide, type Renderer } from '../rendering/renderer.ts'
import type { SlideFiles } from '../rendering/slide-input.ts'
import type { VideoFile } from '../rendering/video.ts'
import { createFolderStore } from '../storage/store/folder-store.ts'
import type { FileStore } from '../storage/store/file-store.ts'
import { testDatabase } from './database.ts'
import { insertUser } from './seed-user.ts'
import { temporaryFolder } from './temporary-folder.ts'

/* One database and one store, with processes that ask on the one side and any number that draw on the other. */

/** The real renderer, shared by the tests of one file. */
export function openRenderer() {
  const drawing = createRenderer({ assetsDir: join(import.meta.dirname, '../../../shared/generated/painter') })
  const codec = createImageDecoder()
  afterAll(() => Promise.all([drawing.close(), codec.close()]))
  return { drawing, codec }
}

export type TestRenderer = ReturnType<typeof openRenderer>

export const NO_FILES: SlideFiles = { loadCover: async () => null, loadOriginal: async () => null }
/** Contains a null character, which PostgreSQL text can't hold: unsaved slides may contain one. */
export const slide = slideSchema.parse({ id: 'slide', textBoxes: [{ id: 't', text: 'far away \u0000🔥' }] })
export const videoSpec = (picture: Slide = slide): VideoSpec => ({ pictures: [{ slide: picture, frames: 2 }], crossFade: 0 })

interface PendingRender {
  kind: 'cover' | 'video'
  signal: AbortSignal | undefined
  draw(): void
}

/** A renderer whose renders run until the test ends them or the caller aborts; reports each that starts. */
export function slowRenderer({ drawing }: Pick<TestRenderer, 'drawing'>) {
  const started: PendingRender[] = []
  const slow = async <T>(kind: PendingRender['kind'], signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    signal?.addEventListener('abort', () => reject(signal.reason))
    started.push({ kind, signal, draw: resolve })
    await promise
    return work()
  }
  const renderer: Renderer = {
    ...drawing,
    renderSlide: (one, files, turn): RenderedSlide => {
      const fast = drawing.renderSlide(one, files, turn)
      return { ...fast, cover: () => slow('cover', turn.signal, () => fast.cover()) }
    },
    renderVideo: (one, files, turn) => slow('video', turn.signal, () => drawing.renderVideo(one, files, turn)),
  }
  return { renderer, begun: started }
}

export async function openRenderFleet(testRenderer: TestRenderer) {
  const { db, connection, drop } = await testDatabase()
  onTestFinished(drop)
  const [log, folder] = [pino({ level: 'silent' }), await temporaryFolder()]
  const store: FileStore = createFolderStore(folder)
  const changes = createListen(connection, log)
  onTestFinished(() => changes.close())
  const { drawing, codec } = testRenderer
  const localRenderer = slowRenderer(testRenderer)
  const shared = (own: Pick<ChangeEvents, 'subscribe'> = changes): Renderer => {
    const local = { ...localRenderer.renderer, close: async () => undefined }
    const renderer = createQueuedRenderer({ db, store, changes: own, log, local, pollMs: 50 })
    onTestFinished(() => renderer.close())
    return renderer
  }
  /** Its heartbeat doesn't expire during the test. */
  const registerWorker = async (): Promise<string> => {
    const id = randomUUID()
    await db.asSystem((tx) =>
      tx.execute(sql`insert into processes (id, store, role, host, draws, beat_at)
        values (${id}, ${randomUUID()}, 'worker', 'far', true, now() + interval '1 hour')`),
    )
    return id
  }
  return {
    db,
    store,
    localRenderer,
    requester: shared(),
    /** Another process that requests renders. */
    startRequester: () => shared(),
    /** A process that is shutting down and drains its renders. */
    startStoppingRequester() {
      const own = createListen(connection, log)
      onTestFinished(() => own.close())
      return { renderer: shared(own), end: () => own.close() }
    },
    registerWorker,
    /** Backdates the last heartbeat. */
    backdateHeartbeat: (id: string) =>
      db.asSystem((tx) => tx.execute(sql`update processes set beat_at = now() - interval '21 s' where id = ${id}`)),
    async startWorker(renderer: Renderer = drawing) {
      const id = await registerWorker()
      const worker = startRenderConsumer({ db, store, codec, renderer, changes, log, dataDir: folder, worker: id, pollMs: 50 })
      onTestFinished(() => worker.stop())
      return { id, stop: () => worker.stop() }
    },
    async leftovers() {
      const keys: string[] = []
      for await (const { key } of store.list()) keys.push(key)
      const { rows } = await db.asSystem((tx) => tx.execute<{ state: string }>(sql`select state from drawings order by asked_at`))
      return { keys, states: rows.map(({ state }) => state) }
    },
    insertTestUser: () => insertUser(db),
  }
}

export async function bytesOf({ chunks }: VideoFile): Promise<Buffer> {
  const read: Uint8Array[] = []
  for await (const piece of chunks) read.push(piece)
  return Buffer.concat(read)
}
