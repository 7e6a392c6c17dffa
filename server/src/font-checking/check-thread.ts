// Thread of a checking process, one for each font: WebAssembly blocks its thread, and its memory is only freed with it.
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '@ninesixteen/shared/errors'
import { checkFont } from './check-font.ts'
import type { CheckJob, CheckReply } from './check-job.ts'

async function replyTo({ file }: CheckJob): Promise<CheckReply> {
  try {
    return { font: await checkFont(file) }
  } catch (error) {
    const reason = error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)
    return { refused: error instanceof AppError ? error.code : 'FONT_INVALID', reason }
  }
}

parentPort?.postMessage(await replyTo(workerData as CheckJob))
