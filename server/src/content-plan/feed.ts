import { Parser } from 'htmlparser2'
import { AppError } from '@ninesixteen/shared/errors'
import { cleanGenerated, cutText } from '@ninesixteen/shared/text/rules'
import type { PlanIdea } from '../db/schema-content-plan.ts'
import { createRemoteFiles, RemoteFileError, type RemoteFault } from '../providers/remote-file.ts'

/** The newest entries of a feed that a plan considers. */
const ENTRIES_MAX = 30
const TITLE_MAX = 160
const SUMMARY_MAX = 600
const ACCEPT = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8'

const REASONS: Readonly<Record<RemoteFault, string>> = {
  'not-allowed': 'it needs a public https address',
  gone: 'there is nothing at this address',
  'not-a-picture': 'it is compressed',
  'too-large': 'it is larger than a megabyte',
  redirected: 'it redirects too often',
  timeout: 'it took too long to answer',
  unreachable: 'its server cannot be reached',
}

const plainText = (text: string, maxLength: number): string => cutText(cleanGenerated(text).replaceAll(/\s+/g, ' '), maxLength)

/** Maximum depth of elements: the parser's time grows with the square of the depth. */
const DEPTH_MAX = 100
/** The part of a summary that is read, in UTF-16 code units. */
const SUMMARY_READ_MAX = 5000

const isFeed = (name: string): boolean => name === 'rss' || name === 'feed' || name === 'rdf:RDF'
const isEntry = (name: string): boolean => name === 'item' || name === 'entry'
const SUMMARIES: readonly string[] = ['summary', 'description', 'content', 'content:encoded']

/** The entries of an RSS or Atom feed, as listed. The parser resolves no entities of a document type and loads nothing. */
export function parseFeed(xml: string): PlanIdea[] {
  const entries: Record<string, string>[] = []
  const path: string[] = []
  let isRoot = false
  const parser = new Parser(
    {
      onopentag(name) {
        if (path.length === 0) isRoot = isFeed(name)
        if (!isRoot || path.length >= DEPTH_MAX) throw notAFeed()
        path.push(name)
        if (isEntry(name) && entries.length < ENTRIES_MAX) entries.push({})
      },
      ontext(text) {
        const entryDepth = path.findIndex(isEntry)
        const [field, entry] = [path[entryDepth + 1], entries.at(-1)]
        if (entryDepth !== -1 && field !== undefined && entry && (entry[field]?.length ?? 0) < SUMMARY_READ_MAX)
          entry[field] = (entry[field] ?? '') + text
      },
      onclosetag: () => void path.pop(),
    },
    { xmlMode: true },
  )
  parser.end(xml)
  if (!isRoot) throw notAFeed()
  return entries.flatMap((entry) => {
    const hook = plainText(entry['title'] ?? '', TITLE_MAX)
    const summary = SUMMARIES.map((name) => entry[name] ?? '').find((text) => text.trim() !== '') ?? ''
    return hook === '' ? [] : [{ hook, context: plainText(textOf(summary), SUMMARY_MAX) }]
  })
}

const notAFeed = () => new AppError('FEED_UNREADABLE', { reason: 'this is no RSS or Atom feed' })

/** Summaries are often HTML. */
function textOf(html: string): string {
  let text = ''
  new Parser({ ontext: (part) => void (text += part) }).end(html.slice(0, SUMMARY_READ_MAX))
  return text
}

/** Fetches a feed from a public https address. Throws FEED_UNREADABLE. `trusted` is for tests. */
export async function fetchFeed(url: string, { trusted = [] }: { trusted?: readonly string[] } = {}): Promise<PlanIdea[]> {
  const files = createRemoteFiles({ hosts: 'any', trusted })
  try {
    return parseFeed(await files.fetchText(url, ACCEPT))
  } catch (error) {
    if (error instanceof RemoteFileError) throw new AppError('FEED_UNREADABLE', { reason: REASONS[error.fault] }, { cause: error })
    throw error
  } finally {
    await files.close()
  }
}
