import { AppError } from '@ninesixteen/shared/errors'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { META_ALT_TEXT_MAX } from '@ninesixteen/shared/publishing/meta-options'
import { metaText, refusedText, textAdvice } from '@ninesixteen/shared/publishing/meta-text'
import type { AccountRef } from '../account.ts'
import { DAY_SECONDS, type Finding, type PlatformPreflight, type PostToCheck } from '../preflight.ts'
import { BY_HAND, permissionFindings, publicUrlFindings } from '../requirements.ts'
import type { MetaNetwork, MetaOptions } from './network.ts'
import type { AccountFacts } from './posting/client.ts'

export interface MetaPreflightParts<Options extends MetaOptions> {
  network: MetaNetwork<Options>
  sandbox: boolean
  publicUrl(): string
  facts(account: AccountRef, signal: AbortSignal): Promise<AccountFacts>
}

export function createMetaPreflight<Options extends MetaOptions>(deps: MetaPreflightParts<Options>): PlatformPreflight<Options> {
  const { network, sandbox, publicUrl } = deps
  return {
    lacks: (option) => (option === 'altTexts' ? `An image description has at most ${META_ALT_TEXT_MAX} characters` : null),
    isByHand: ({ handOver }) => handOver,
    async check(post, signal) {
      const texts = textFindings(network, post)
      if (post.options.handOver) return texts
      const localFindings = [
        ...texts,
        ...videoFindings(network, post),
        ...permissionFindings(network.id, post),
        ...(sandbox ? [] : publicUrlFindings(network.id, publicUrl(), 'pictures and videos')),
      ]
      return [...localFindings, ...(await askNetwork(deps, post, signal))]
    },
  }
}

function textFindings<Options extends MetaOptions>(
  { id, text: rules, hasTexts }: MetaNetwork<Options>,
  { caption, description, options }: PostToCheck<Options>,
): Finding[] {
  if (!hasTexts(options)) return []
  const { label } = PLATFORMS[id]
  const { text } = metaText(rules, caption, description)
  const rejection = refusedText(label, rules, text)
  if (rejection !== null) return [{ code: 'text', severity: 'stop', message: rejection, fix: 'Change the text', fixHref: null }]
  const advice = textAdvice(label, rules, text)
  return advice === null ? [] : [{ ...advice, severity: 'warn', fixHref: null }]
}

function videoFindings<Options extends MetaOptions>(
  network: MetaNetwork<Options>,
  { kind, videoSeconds, options }: PostToCheck<Options>,
): Finding[] {
  if (kind !== 'video') return []
  const { from, to } = network.videoSeconds(options)
  if (videoSeconds >= from && videoSeconds <= to) return []
  const { label } = PLATFORMS[network.id]
  const message = `${label} takes videos of ${from} to ${to} seconds here, and this one has ${Math.ceil(videoSeconds)}. Change how long each slide is shown.`
  return [{ code: 'video-length', severity: 'stop', message, fix: 'Change the time of each slide', fixHref: null }]
}

async function askNetwork<Options extends MetaOptions>(
  { network, facts: readFacts }: MetaPreflightParts<Options>,
  post: PostToCheck<Options>,
  signal: AbortSignal,
): Promise<Finding[]> {
  const { ref, username } = post.account
  const facts = await readFacts(ref, signal).catch((error: unknown) => {
    // An unreachable network is no reason to stop a post; an account that has to be reconnected is.
    if (error instanceof AppError && error.code !== 'ACCOUNT_RECONNECT') return null
    throw error
  })
  if (!facts) return []
  const { label } = PLATFORMS[network.id]
  if (!facts.mayPublish) {
    const message = `@${username} is a personal account, and ${label} lets only professional accounts post from outside its app. Switch it to a professional account there, or post it by hand.`
    return [{ code: 'account-type', severity: 'stop', message, ...BY_HAND }]
  }
  return dayFindings(label, post, facts.limit)
}

/** The posts of the last 24 hours count until the post goes out; posts that are planned within the day before it do, too. */
function dayFindings(
  label: string,
  { day, secondsLeft, account: { username } }: PostToCheck<unknown>,
  limit: AccountFacts['limit'],
): Finding[] {
  const fix = { fix: 'Choose another day', fixHref: null }
  if (day.posts >= limit.most) {
    const message = `${label} takes ${limit.most} posts within 24 hours from @${username}, and that many go out before this one. Choose another day.`
    return [{ code: 'day-limit', severity: 'stop', message, ...fix }]
  }
  if (limit.used < limit.most || secondsLeft > DAY_SECONDS) return []
  const message = `@${username} has reached ${label}’s limit of ${limit.most} posts within 24 hours. Choose a later time.`
  return [{ code: 'day-limit', severity: secondsLeft > 60 ? 'warn' : 'stop', message, ...fix }]
}
