import { creditsAll, creditsByDefault, creditLines, uniqueCredits, withCredits } from '@ninesixteen/shared/stock/credit'
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
  form: UseFormReturn<ScheduleValues>
  description: string
}

const NONE: readonly Credit[] = []

/** Credits found photos in the description, which shows them. Nothing without found photos. */
export function Credits({ content, form, description }: CreditsProps) {
  const paths = useMemo(() => photoPathsOf(content.slides, content.photos ?? []), [content])
  const { data = NONE } = useQuery({
    ...shownCreditsQuery(paths),
    select: (shown) => uniqueCredits(shown.flatMap(({ credit }) => credit ?? [])),
  })
  const lines = creditLines(data)
  const isOn = lines !== '' && description.includes(lines)
  const decided = useRef<string | null>(null)
  useEffect(() => {
    if (lines === '' || decided.current === lines) return
    decided.current = lines
    if (!creditsByDefault(data)) return
    const text = withCredits(form.getValues('description'), data, true)
    if (form.getFieldState('description').isDirty) form.setValue('description', text, { shouldDirty: true })
    // A default rather than input: closing the dialog loses nothing.
    else form.resetField('description', { defaultValue: text })
  }, [lines, data, form])
  if (lines === '') return null
  const count = data.length === 1 ? 'one photo' : `${data.length} photos`
  return (
    <>
      <SwitchField
        label="Credit the photos"
        hint={`Names authors and licences of ${count} in the description.`}
        checked={isOn}
        onChange={(next) => form.setValue('description', withCredits(description, data, next), { shouldDirty: true })}
      />
      {!isOn && !creditsAll(description, data) && (
        <Notice kind="warn">
          The licence of these photos requires that posts name their authors. Turn on the credits, or name them yourself.
        </Notice>
      )}
    </>
  )
}
