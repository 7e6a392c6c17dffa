import { creditedFiles, creditsAll, creditsByDefault, creditLines, uniqueCredits, withCredits } from '@ninesixteen/shared/stock/credit'
import type { Credit } from '@ninesixteen/shared/stock/credit-schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { photoPathsOf, shownCreditsQuery } from '../../../api/credits.ts'
import { Notice } from '../../../components/notice.tsx'
import { SwitchField } from '../../../components/switch-field.tsx'
import type { ScheduleValues } from '../form/schedule-values.ts'
import type { PostContent } from './post-content.ts'

interface CreditsProps {
  content: PostContent
  /** That of a video's sound; null for none. */
  music: Credit | null
  form: UseFormReturn<ScheduleValues>
  description: string
}

const NONE: readonly Credit[] = []

/** Credits found photos and music in the description, which shows them. Nothing without any. */
export function Credits({ content, music, form, description }: CreditsProps) {
  const paths = useMemo(() => photoPathsOf(content.slides, content.photos ?? []), [content])
  const { data: photos = NONE } = useQuery({
    ...shownCreditsQuery(paths),
    select: (shown) => shown.flatMap(({ credit }) => credit ?? []),
  })
  const credits = useMemo(() => uniqueCredits(music ? [...photos, music] : photos), [photos, music])
  const lines = creditLines(credits)
  const isOn = lines !== '' && description.includes(lines)
  const decided = useRef<readonly Credit[]>(NONE)
  useEffect(() => {
    const before = decided.current
    if (lines === creditLines(before)) return
    decided.current = credits
    const current = form.getValues('description')
    const wasOn = creditLines(before) !== '' && current.includes(creditLines(before))
    const rest = withCredits(current, before, false)
    // The user's choice stays when the video gets another sound, unless only the new one asks for a credit.
    const isNewlyAsked = creditsByDefault(credits) && !creditsByDefault(before)
    const text = withCredits(rest, credits, wasOn || isNewlyAsked)
    if (text === current) return
    if (form.getFieldState('description').isDirty) form.setValue('description', text, { shouldDirty: true })
    // A default rather than input: closing the dialog loses nothing.
    else form.resetField('description', { defaultValue: text })
  }, [lines, credits, form])
  if (lines === '') return null
  const files = creditedFiles(credits)
  return (
    <>
      <SwitchField
        label={music ? (credits.length > 1 ? 'Credit photos and music' : 'Credit the music') : 'Credit the photos'}
        hint={`Names authors and licences of ${files} in the description.`}
        checked={isOn}
        onChange={(next) => form.setValue('description', withCredits(description, credits, next), { shouldDirty: true })}
      />
      {!isOn && !creditsAll(description, credits) && (
        <Notice kind="warn">
          The licence of {files} requires that posts name the authors. Turn on the credits, or name them yourself.
        </Notice>
      )}
    </>
  )
}
