import { LOOK_OPTIONS } from '../../app/look-options.ts'
import { BATCH_ROWS_MAX } from '@ninesixteen/shared/api/limits'
import type { SlideshowTable } from '@ninesixteen/shared/api/slideshow-batches'
import { CONTENT_TYPE_IDS, TABLE_TYPES } from '@ninesixteen/shared/content-types/ids'
import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import type { LookId } from '@ninesixteen/shared/looks/look-ids'
import { columnOf } from '@ninesixteen/shared/text/column-of'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { newUuid } from '../../api/new-id.ts'
import { useCurrentCompany } from '../../app/current-company.ts'
import { Button } from '../../components/button.tsx'
import { CsvFileChoice } from '../../components/csv-file-choice.tsx'
import { DiscardGuard } from '../../components/discard-guard.tsx'
import { TextArea } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { Select } from '../../components/select.tsx'
import type { SelectOption } from '../../components/select-popup.tsx'
import { useDebounced } from '../../components/use-debounced.ts'
import styles from './slideshow-tables.module.css'
import { TableRows } from './table-rows.tsx'

interface Input {
  name: string
  text: string
  /** A content type, or the id of a template. */
  as: string
  companyId: string | null
  /** `own`: that of the template, else of the company. */
  look: LookId | 'own'
}

const tableOf = ({ text, as, companyId, look }: Input): SlideshowTable => {
  const type = CONTENT_TYPE_IDS.find((id) => id === as)
  return { text, companyId, templateId: type ? null : as, contentType: type ?? 'numbered-list', ...(look !== 'own' && { look }) }
}

const TYPES: SelectOption<string>[] = TABLE_TYPES.map((id) => ({
  value: id,
  label: CONTENT_TYPES[id].label,
}))

const slideshows = (count: number) => (count === 1 ? '1 slideshow' : `${count} slideshows`)

/** How long the user has to stop typing before a table is checked, in milliseconds. */
const CALM_MS = 300

/** A table to be written: its file or pasted text, what each line becomes, and what that costs. */
export function NewTable({ onStarted }: { onStarted(id: string): void }) {
  const client = useQueryClient()
  const { companies, current } = useCurrentCompany()
  const templates = useQuery(orpc.slideshowTemplates.list.queryOptions({ input: {} }))
  const [input, setInput] = useState<Input>({ name: '', text: '', as: 'numbered-list', companyId: current?.id ?? null, look: 'own' })
  const debounced = useDebounced(input, CALM_MS)
  const check = useQuery({
    queryKey: ['slideshow-table', debounced],
    queryFn: async () => ({ requestId: newUuid(), ...(await api.slideshowBatches.check(tableOf(debounced))) }),
    enabled: debounced.text.trim() !== '',
    staleTime: Infinity,
    gcTime: 0,
  })
  const start = useMutation({
    mutationFn: (requestId: string) =>
      api.slideshowBatches.start({ ...tableOf(debounced), requestId, title: debounced.name || 'Pasted table' }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: orpc.slideshowBatches.key() })
      onStarted(id)
    },
  })
  const change = (patch: Partial<Input>) => {
    setInput((before) => ({ ...before, ...patch }))
    start.reset()
  }
  const template = templates.data?.find(({ id }) => id === input.as)
  const texts = template?.slots.filter(({ kind }) => kind === 'text').map(({ name }) => columnOf(name)) ?? []
  const found = check.data
  const headFault = found?.faults.some(({ line }) => line === 1) ?? false
  const count = headFault ? 0 : (found?.rows.length ?? 0)
  return (
    <div className={styles.body}>
      <DiscardGuard isDirty={input.text.trim() !== '' && !start.isSuccess} title="Discard this table?" />
      <div className={styles.choices}>
        <Select
          label="Written as"
          value={input.as}
          options={[...TYPES, ...(templates.data?.map(({ id, name }) => ({ value: id, label: name, detail: 'Slideshow template' })) ?? [])]}
          onChange={(as) => change({ as })}
        />
        {companies.length > 0 && (
          <Select
            label="Company of lines without one"
            value={input.companyId ?? 'none'}
            options={[...companies.map(({ id, name }) => ({ value: id, label: name })), { value: 'none', label: 'No company' }]}
            onChange={(id) => change({ companyId: id === 'none' ? null : id })}
          />
        )}
        <Select
          label="Look of lines without one"
          value={input.look}
          options={[{ value: 'own', label: template ? 'Template’s own look' : 'Look of the company' }, ...LOOK_OPTIONS]}
          onChange={(look) => change({ look })}
        />
        <CsvFileChoice name={input.name || null} busy={check.isFetching} onFile={({ name, text }) => change({ name, text })} />
      </div>
      <TextArea
        label="Or paste it"
        className={styles.paste}
        value={input.text}
        spellCheck={false}
        placeholder={`${['topic', 'language', ...texts].join(',')}\n7 habits of calm mornings,English${','.repeat(texts.length)}`}
        hint={
          template
            ? `Columns: topic for texts by AI, or ${texts.join(', ')} for your own; also language, company and look. At most ${BATCH_ROWS_MAX} lines.`
            : `Columns: topic, language, company and look. At most ${BATCH_ROWS_MAX} lines.`
        }
        onChange={(event) => change({ name: '', text: event.target.value })}
      />
      {check.isError && <Notice kind="bad">{errorText(check.error)}</Notice>}
      {start.isError && <Notice kind="bad">{errorText(start.error)}</Notice>}
      {found && <TableRows rows={found.rows} faults={found.faults} />}
      <div className={styles.start}>
        {found && count > 0 && (
          <p className={styles.hint} role="status">
            {slideshows(count)}, {found.requests === 1 ? '1 AI request' : `${found.requests} AI requests`}.
          </p>
        )}
        <Button
          variant="primary"
          disabled={count === 0 || debounced !== input}
          busy={start.isPending}
          onClick={() => found && start.mutate(found.requestId)}
        >
          {start.isPending ? 'Starting...' : count > 0 ? `Write ${slideshows(count)}` : 'Write slideshows'}
        </Button>
      </div>
    </div>
  )
}
