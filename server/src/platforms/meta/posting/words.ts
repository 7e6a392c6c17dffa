import { PLATFORMS } from '@ninesixteen/shared/platforms'
import type { PlatformError } from '../../../providers/platform-error.ts'
import {
  ACCOUNTS_HREF,
  messageFor,
  type AnswerMeaning,
  type AnswerTable,
  type PostingOutcome,
  postingOutcome,
} from '../../posting-outcome.ts'
import type { Problem } from '../../publishing.ts'
import type { MetaNetwork } from '../network.ts'

/** In a text, `{network}` is the network and `{name}` the account. */
const FETCH =
  '{network} couldn’t fetch the pictures or the video from this server. Check that its address can be reached from the internet, then try again.'
const AGAIN = 'Schedule the slideshow again to make new files.'
const RESTRICTED = '{network} restricts @{name} for now. Open the {network} app to see why, then try again.'
const DAY_LIMIT = '@{name} has reached {network}’s limit of posts within 24 hours. Reschedule it for tomorrow.'

/** Errors of the Graph API when a post is made, by code and subcode, by subcode, or by code (Content Publishing, "Error codes"). */
const ANSWERS: AnswerTable = {
  // The container was not ready; it is asked for again.
  '9007.2207027': { kind: 'wait', seconds: 15 },
  2207001: { kind: 'unknown' },
  2207003: { kind: 'refused', code: 'fetch', text: FETCH },
  2207004: { kind: 'refused', code: 'media-size', text: `{network} says that a picture is too large. ${AGAIN}` },
  2207005: { kind: 'refused', code: 'media-format', text: `{network} did not accept the format of a picture. ${AGAIN}` },
  2207006: {
    kind: 'refused',
    code: 'container-gone',
    text: '{network} no longer has the prepared post, and nothing was posted. Try again.',
  },
  // Also the answer for a container that is published already: its state tells.
  2207008: { kind: 'unknown' },
  2207009: {
    kind: 'refused',
    code: 'ratio',
    text: '{network} does not accept the format of these pictures. Choose another format in the editor, then schedule the post again.',
  },
  2207010: {
    kind: 'refused',
    code: 'text',
    text: '{network} says that the text is too long. Shorten the caption or the description, then try again.',
  },
  2207020: { kind: 'refused', code: 'expired', text: '{network} no longer has the prepared post, and nothing was posted. Try again.' },
  2207026: { kind: 'refused', code: 'media-format', text: `{network} did not accept the video. ${AGAIN}` },
  2207028: { kind: 'refused', code: 'carousel', text: `{network} did not accept the pictures as one post. ${AGAIN}` },
  2207040: { kind: 'refused', code: 'mentions', text: '{network} says that the text has too many mentions. Remove some, then try again.' },
  2207042: { kind: 'refused', code: 'day-limit', text: DAY_LIMIT },
  2207050: { kind: 'refused', code: 'restricted', text: RESTRICTED },
  2207051: {
    kind: 'refused',
    code: 'blocked',
    text: '{network} took this post for spam and blocked it. Change the text, or post it by hand.',
  },
  2207052: { kind: 'refused', code: 'fetch', text: FETCH },
  2207082: { kind: 'unknown' },
  4279013: { kind: 'refused', code: 'restricted', text: RESTRICTED },
  9: { kind: 'refused', code: 'day-limit', text: DAY_LIMIT },
  10: {
    kind: 'refused',
    code: 'scope',
    text: '@{name} is connected without permission to post. Reconnect the account and allow posting.',
    fixHref: ACCOUNTS_HREF,
  },
  24: { kind: 'refused', code: 'container-gone', text: '{network} no longer has the prepared post, and nothing was posted. Try again.' },
  25: { kind: 'refused', code: 'restricted', text: RESTRICTED },
  100: {
    kind: 'refused',
    code: 'invalid',
    text: '{network} did not accept the post the way it was sent, and nothing was posted. Try again; if that fails too, post it by hand.',
    quoting: '{network} refused the post and says: “{words}” Nothing was posted. Change the post and try again, or post it by hand.',
  },
  200: {
    kind: 'refused',
    code: 'scope',
    text: '@{name} is connected without permission to post. Reconnect the account and allow posting.',
    fixHref: ACCOUNTS_HREF,
  },
  THREADS_API__LINK_LIMIT_EXCEEDED: {
    kind: 'refused',
    code: 'links',
    text: '{network} says that the text has too many links. Remove some, then try again.',
  },
  36000: { kind: 'refused', code: 'media-size', text: `{network} says that a picture is too large. ${AGAIN}` },
  36001: { kind: 'refused', code: 'media-format', text: `{network} did not accept the format of a picture. ${AGAIN}` },
  36003: {
    kind: 'refused',
    code: 'ratio',
    text: '{network} does not accept the format of these pictures. Choose another format in the editor, then schedule the post again.',
  },
}

/** Failures of a container after which a new attempt may succeed. */
const WORTH_A_RETRY = new Set(['', '2207001', '2207003', '2207020', '2207052', '2207082'])

function keysOf({ code }: Pick<PlatformError, 'code'>): string[] {
  const [main = '', sub] = code.split('.')
  return sub === undefined ? [main] : [code, sub, main]
}

function named(network: MetaNetwork, meaning: AnswerMeaning): AnswerMeaning {
  if (meaning.kind !== 'refused') return meaning
  const { text, quoting } = meaning
  const name = (words: string) => words.replaceAll('{network}', PLATFORMS[network.id].label)
  return { ...meaning, text: name(text), ...(quoting !== undefined && { quoting: name(quoting) }) }
}

function tableOf(network: MetaNetwork): AnswerTable {
  return Object.fromEntries(Object.entries(ANSWERS).map(([key, meaning]) => [key, named(network, meaning)]))
}

/** Reads a network's errors. */
export function createMetaWords(network: MetaNetwork) {
  const table = tableOf(network)
  const { label } = PLATFORMS[network.id]
  return {
    /** Classifies a failed request that makes or publishes a container; `name` is the account's. */
    outcome: (thrown: unknown, name: string): PostingOutcome => postingOutcome(thrown, { table, keysOf, name }),
    /** Why a container can't be published, and in one sentence why a new attempt may do better; null where it can't. */
    failure(code: string, name: string): { problem: Problem; retryReason: string | null } {
      const meaning = table[code]
      const retryReason = WORTH_A_RETRY.has(code) ? `${label} couldn’t prepare the post.` : null
      if (meaning?.kind === 'refused') {
        const { code: ours = code, text, fixHref = null } = meaning
        return { problem: { code: ours, message: messageFor(text, name), fixHref }, retryReason }
      }
      const message = `${label} couldn’t prepare the post, and nothing was posted. Try again; if that fails too, post it by hand.`
      return { problem: { code: code || 'container', message, fixHref: null }, retryReason }
    },
  }
}

export type MetaWords = ReturnType<typeof createMetaWords>
