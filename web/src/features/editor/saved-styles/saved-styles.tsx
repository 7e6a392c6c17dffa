import { SAVED_STYLE_NAME_MAX } from '@ninesixteen/shared/api/limits'
import type { SavedStyle } from '@ninesixteen/shared/api/saved-styles'
import { textStyling } from '@ninesixteen/shared/slide/slide-look'
import { EllipsisVertical, Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { toApiError } from '../../../api/api-error.ts'
import { Button } from '../../../components/button.tsx'
import { TextField } from '../../../components/field.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { Menu, MenuItem } from '../../../components/menu.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import type { TextStyler } from '../design/use-text-styling.ts'
import { useEditorSession } from '../document/session-context.ts'
import { lookToSave } from './saved-look.ts'
import styles from './saved-styles.module.css'
import { StylePreview } from './style-preview.tsx'
import { useDeleteStyle, useRenameStyle, useSavedStyles, useSaveStyle } from './use-saved-styles.ts'

/** The user's saved styles of texts, to apply, rename and delete, and a field to save the present one. */
export function SavedStyles({ styler }: { styler: TextStyler }) {
  const list = useSavedStyles()
  if (list.isPending) return <Skeleton height={84} />
  if (list.isError) {
    return (
      <Notice
        kind="bad"
        action={
          <Button size="small" onClick={() => void list.refetch()}>
            Try again
          </Button>
        }
      >
        Your styles couldn’t be loaded.
      </Notice>
    )
  }
  return (
    <div className={styles.saved}>
      {list.data.length === 0 ? (
        <p className={styles.none}>Save this text’s style to use it in any slideshow.</p>
      ) : (
        <ul className={styles.list} aria-label="Saved styles">
          {list.data.map((style) => (
            <Row key={style.id} style={style} styler={styler} />
          ))}
        </ul>
      )}
      <SaveStyle styler={styler} />
    </div>
  )
}

function Row({ style, styler }: { style: SavedStyle; styler: TextStyler }) {
  const { store } = useEditorSession()
  const [isRenaming, setRenaming] = useState(false)
  const rename = useRenameStyle(() => setRenaming(false))
  const remove = useDeleteStyle()
  const apply = (): void => {
    styler.set(textStyling(style.look))
    store.announce(`Style ${style.name} applied`)
  }
  if (isRenaming) {
    return (
      <li>
        <NameForm
          start={style.name}
          label="New name"
          submit="Rename"
          busy={rename.isPending}
          onSubmit={(name) => rename.mutate({ id: style.id, name })}
          onCancel={() => setRenaming(false)}
        />
      </li>
    )
  }
  return (
    <li className={styles.row}>
      <button type="button" className={styles.apply} aria-label={`Apply ${style.name}`} onClick={apply}>
        <StylePreview name={style.name} look={style.look} textStyle={styler.slide.textStyle} />
      </button>
      <Menu
        align="end"
        trigger={<IconButton size="small" label={`Actions for ${style.name}`} icon={<EllipsisVertical aria-hidden="true" />} />}
      >
        <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setRenaming(true)}>
          Rename
        </MenuItem>
        <MenuItem danger icon={<Trash2 aria-hidden="true" />} onSelect={() => remove.mutate(style)}>
          Delete
        </MenuItem>
      </Menu>
    </li>
  )
}

/** Saves the style of the first target, which the panel shows. */
function SaveStyle({ styler }: { styler: TextStyler }) {
  const { store } = useEditorSession()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setOpen(false)
    requestAnimationFrame(() => opener.current?.focus())
  }
  const save = useSaveStyle((style) => {
    store.announce(`Style ${style.name} saved`)
    close()
  })
  const [box] = styler.targets.boxes
  if (!box) return null
  if (!isOpen) {
    return (
      <Button ref={opener} size="small" wide icon={<Plus aria-hidden="true" />} onClick={() => setOpen(true)}>
        Save style
      </Button>
    )
  }
  return (
    <NameForm
      start=""
      label="Style name"
      submit="Save"
      busy={save.isPending}
      error={save.isError ? toApiError(save.error).message : null}
      onSubmit={(name) => save.mutate({ name, look: lookToSave(styler.slide.textStyle, box) })}
      onCancel={close}
    />
  )
}

interface NameFormProps {
  start: string
  label: string
  submit: string
  busy: boolean
  error?: string | null
  onSubmit(name: string): void
  onCancel(): void
}

function NameForm({ start, label, submit, busy, error = null, onSubmit, onCancel }: NameFormProps) {
  const [name, setName] = useState(start)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isEmpty = name.trim() === ''
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty && !busy) onSubmit(name.trim())
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onCancel()
      }}
    >
      <TextField
        ref={field}
        label={label}
        maxLength={SAVED_STYLE_NAME_MAX}
        value={name}
        error={error}
        onChange={(event) => setName(event.target.value)}
      />
      <div className={styles.answers}>
        <Button size="small" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" type="submit" disabled={isEmpty} busy={busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
