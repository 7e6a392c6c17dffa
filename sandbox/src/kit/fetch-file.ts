interface FileRequest {
  /** Maximum size. */
  bytesMax: number
  userAgent: string
}

const TIME_MS = 20_000

/** A file that a platform downloads, or why it can't. A redirect is a failure. */
export async function fetchFile(url: string, { bytesMax, userAgent }: FileRequest): Promise<Buffer | 'failed' | 'late' | 'too-large'> {
  try {
    const reply = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIME_MS), headers: { 'user-agent': userAgent } })
    if (reply.status !== 200) {
      await reply.body?.cancel()
      return 'failed'
    }
    const bytes = Buffer.from(await reply.arrayBuffer())
    return bytes.byteLength <= bytesMax ? bytes : 'too-large'
  } catch (error) {
    if (error instanceof DOMException) return 'late'
    if (error instanceof TypeError) return 'failed'
    throw error
  }
}
