import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useForm, useWatch, type FormState, type UseFormReturn } from 'react-hook-form'
import { MAIN_FORMAT, type Format } from '@ninesixteen/shared/slide/formats'
import { photoPathsOf, shownCreditsQuery } from '../../../api/credits.ts'
import { useSlideshowSound, type ChosenSound } from '../../../app/slideshow-sound.ts'
import { formatOf, accountPostOf, postOf, SHARED_POST, type AccountPost } from '../accounts/account-post.ts'
import { useFacts, type AccountFacts } from '../accounts/use-facts.ts'
import { aiLabelOf, withAiLabel } from '../content/ai-label.ts'
import { imagesOf, secondsOf, type PostContent, type VideoOptions } from '../content/post-content.ts'
import type { Choices, Consent, FieldErrors, PostShape } from '../platforms/platform-form.ts'
import { PLATFORM_FORMS } from '../platforms/registry.ts'
import type { SelectedAccount, FormInput } from './post-request.ts'
import { chosenInstant } from './post-time.ts'
import { problemsOf, textErrors, type FormProblem } from './problems.ts'
import { startValues, type ScheduleValues } from './schedule-values.ts'

const TICK_MS = 15_000
/** The default time moves on when it is nearer than this, unless the user has changed it. */
const PROPOSAL_LEFT_MS = 60_000

function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Networks that label AI content get the label by default; those without a field for it get nothing. */
function useHasAiPhotos({ slides, photos }: PostContent): boolean {
  const paths = useMemo(() => photoPathsOf(slides, photos ?? []), [slides, photos])
  const { data = [] } = useQuery(shownCreditsQuery(paths))
  return data.some(({ madeByAi }) => madeByAi)
}

export interface PlatformConsent extends Consent {
  platform: PlatformId
}

export interface FormAccount extends SelectedAccount {
  account: ConnectedAccount
  choices: Choices
  own: AccountPost
  /** The format of its slides, and the formats that its platform accepts. */
  format: Format
  formats: readonly Format[]
  /** The post with the account's format and texts. */
  post: PostShape
  facts: AccountFacts
  errors: FieldErrors
  /** The change that adds tags; null for a platform whose hashtags are part of the description. */
  withTags(tags: readonly string[]): Choices | null
}

export interface ScheduleForm {
  form: UseFormReturn<ScheduleValues>
  values: ScheduleValues
  video: VideoOptions
  /** The video's; null for none, and for images. */
  sound: ChosenSound | null
  set(patch: Partial<ScheduleValues>): void
  choose(accountId: string, patch: Choices): void
  /** Sets an account's format, or its own texts. */
  setOwn(accountId: string, patch: Partial<AccountPost>): void
  /** Copies one account's choices to all others of its platform. */
  copyChoices(from: FormAccount): void
  now: Date
  post: PostShape
  accounts: readonly FormAccount[]
  input: FormInput
  consents: readonly PlatformConsent[]
  /** Validates the form for submission at `now`. */
  check(now: Date): FormProblem[]
  /** Validates the form as a draft. */
  checkDraft(): FormProblem[]
  /** Closing the dialog would lose input. */
  isDirty: boolean
}

const NO_CONTENT: PostContent = { projectId: null, version: null, title: '', slides: [], photos: null, files: null, fixedKind: null }

const identity = (values: ScheduleValues): ScheduleValues => values

/** Platform options of an existing post. */
export interface SavedChoices {
  platform: PlatformId
  options: Choices
}

export interface ScheduleFormOptions {
  start: ScheduleValues
  content: PostContent | null
  connected: readonly ConnectedAccount[]
  saved: SavedChoices | null
}

function useProposedTime(form: UseFormReturn<ScheduleValues>, values: ScheduleValues, now: Date): void {
  const { dirtyFields } = form.formState
  const isTouched = dirtyFields.date === true || dirtyFields.time === true || dirtyFields.zone === true
  const { zone, kind, when } = values
  const left = (chosenInstant(values)?.getTime() ?? Infinity) - now.getTime()
  const isOver = when === 'time' && !isTouched && left < PROPOSAL_LEFT_MS
  useEffect(() => {
    if (!isOver) return
    const { date, time } = startValues({ now: new Date(), zone, kind })
    form.setValue('date', date)
    form.setValue('time', time)
  }, [isOver, form, zone, kind])
}

/** The form's state, with the platforms' facts and validation. */
export function useScheduleForm({ start, content, connected, saved }: ScheduleFormOptions): ScheduleForm {
  const form = useForm<ScheduleValues>({ defaultValues: start })
  const typed = useWatch({ control: form.control, compute: identity })
  const now = useNow()
  // The content may load after the form has rendered, and then fixes the kind.
  const kind = content?.fixedKind ?? (content?.photos ? 'video' : typed.kind)
  const values = { ...typed, kind }
  useProposedTime(form, values, now)
  const images = useMemo(() => imagesOf(content ?? NO_CONTENT), [content])
  const hasAiPhotos = useHasAiPhotos(content ?? NO_CONTENT)
  const { caption, description, seconds, crossFade, motion } = values
  const { sound } = useSlideshowSound(kind === 'video' && !content?.files ? (content?.projectId ?? null) : null)
  const beats = sound?.beats ?? null
  const video = useMemo(() => ({ seconds, crossFade, motion, beats }), [seconds, crossFade, motion, beats])
  const post: PostShape = {
    kind,
    images,
    caption,
    description,
    seconds: secondsOf(content ?? NO_CONTENT, kind, video),
  }
  const selected = values.accounts.flatMap((id) => connected.filter((account) => account.id === id))
  const facts = useFacts(selected)
  const accounts = selected.flatMap((account, index): FormAccount[] => {
    const accountFacts = facts[index]
    const platform = PLATFORM_FORMS[account.platform]
    const options = saved?.platform === account.platform ? saved.options : null
    const choices = values.choices[account.id] ?? platform.start(post, options ?? aiLabelOf(content ?? NO_CONTENT, hasAiPhotos))
    const own = values.own[account.id] ?? accountPostOf(options)
    if (!accountFacts) return []
    const { format, formats } = formatOf({ platform: account.platform, choices, own }, post)
    const accountPost = postOf(post, format, own)
    const agreed = values.agreed[account.platform] === true
    const sentOptions = () => ({
      ...platform.send(choices, accountPost, { agreed, facts: accountFacts.data }),
      ...(format !== MAIN_FORMAT && { format }),
    })
    const withTags = (tags: readonly string[]) => platform.withTags(choices, tags)
    const errors = { ...platform.errors(choices, accountFacts.data, accountPost), ...textErrors(own) }
    return [{ account, choices, own, format, formats, post: accountPost, facts: accountFacts, options: sentOptions, withTags, errors }]
  })
  const consents = consentsOf(accounts)
  const missing = consents.find(({ platform }) => values.agreed[platform] !== true)
  const set = (patch: Partial<ScheduleValues>): void => {
    for (const [name, value] of Object.entries(patch)) form.setValue(name as keyof ScheduleValues, value, { shouldDirty: true })
  }
  return {
    form,
    values,
    video,
    sound,
    set,
    choose(accountId, patch) {
      const all = Object.fromEntries(accounts.map(({ account, choices }) => [account.id, choices]))
      const changed = { ...all, [accountId]: { ...all[accountId], ...patch } }
      const isLabel = 'aiGenerated' in patch
      const updated = isLabel ? withAiLabel(changed, patch, content ?? NO_CONTENT) : { [accountId]: changed[accountId] ?? patch }
      set({ choices: { ...values.choices, ...updated } })
    },
    setOwn(accountId, patch) {
      const previous = accounts.find(({ account }) => account.id === accountId)?.own ?? SHARED_POST
      set({ own: { ...values.own, [accountId]: { ...previous, ...patch } } })
    },
    copyChoices({ account, choices, own }) {
      const samePlatformIds = accounts.filter((one) => one.account.platform === account.platform).map((one) => one.account.id)
      const format = (id: string): AccountPost => ({ ...(values.own[id] ?? SHARED_POST), format: own.format })
      set({
        choices: { ...values.choices, ...Object.fromEntries(samePlatformIds.map((id) => [id, choices])) },
        own: { ...values.own, ...Object.fromEntries(samePlatformIds.map((id) => [id, format(id)])) },
      })
    },
    now,
    post,
    accounts,
    input: { values, accounts },
    consents,
    isDirty: hasEntries(typed, form.formState),
    checkDraft: () => problemsOf({ values: { ...values, when: 'draft' }, content, now, errors: [], notAgreed: null }),
    check: (at) =>
      problemsOf({
        values,
        content,
        now: at,
        errors: accounts.map(({ account, errors }) => ({ accountId: account.id, errors })),
        notAgreed: missing?.error ?? null,
      }),
  }
}

/** The default time moves on by itself, so times count only once the user has changed them. */
function hasEntries(typed: ScheduleValues, { defaultValues, dirtyFields }: FormState<ScheduleValues>): boolean {
  const isOther = (['caption', 'description', 'repeat', 'choices', 'own'] as const).some(
    (name) => JSON.stringify(typed[name]) !== JSON.stringify(defaultValues?.[name]),
  )
  return isOther || dirtyFields.date === true || dirtyFields.time === true
}

function consentsOf(accounts: readonly FormAccount[]): PlatformConsent[] {
  const platforms = [...new Set(accounts.map(({ account }) => account.platform))]
  return platforms.flatMap((platform) => {
    const platformAccounts = accounts.filter(({ account }) => account.platform === platform)
    const consent = PLATFORM_FORMS[platform].consent(platformAccounts.map(({ choices }) => choices))
    return consent ? [{ platform, ...consent }] : []
  })
}
