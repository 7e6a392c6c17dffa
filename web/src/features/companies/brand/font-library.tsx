import { FONT_NAME_MAX } from '@ninesixteen/shared/api/limits'
import type { UploadedFont } from '@ninesixteen/shared/api/fonts'
import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FONT_FILES, useDeleteFont, useRenameFont, useUploadedFonts, useUploadFont } from '../../../app/uploaded-fonts.ts'
import { stylesText } from '../../../app/font-names.ts'
import { ConfirmDialog } from '../../../components/dialog.tsx'
import { FontName } from '../../../components/font-name.tsx'
import { FileButton } from '../../../components/file-button.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { Menu, MenuItem } from '../../../components/menu.tsx'
import { RenameField } from '../../../components/rename-field.tsx'
import styles from './brand.module.css'

/** The user's uploaded fonts, to add, rename and delete. */
export function FontLibrary({ companyId }: { companyId: string }) {
  const fonts = useUploadedFonts()
  return (
    <div className={styles.library}>
      <p className={styles.libraryTitle}>Your fonts</p>
      {fonts.length > 0 && (
        <ul className={styles.fontList} aria-label="Your fonts">
          {fonts.map((font) => (
            <FontRow key={font.id} font={font} />
          ))}
        </ul>
      )}
      <FontUploader companyId={companyId} label="Upload font" />
      <p className={styles.intro}>
        TTF, OTF or WOFF2, up to 5 MB a file. Choose all files of one font together, such as regular, bold and italic. Upload only fonts
        whose licence allows it.
      </p>
    </div>
  )
}

/** Uploads files as a new font, or as styles of one, with the reason if that fails. */
function FontUploader({ companyId = null, id, label }: { companyId?: string | null; id?: string; label: string }) {
  const [share, setShare] = useState(0)
  const upload = useUploadFont(() => undefined)
  return (
    <>
      <FileButton
        multiple
        accept={FONT_FILES}
        share={upload.isPending ? share : null}
        onFiles={(files) => {
          setShare(0)
          upload.mutate({ files, companyId, onProgress: setShare, ...(id && { id }) })
        }}
      >
        {label}
      </FileButton>
      {upload.isError && (
        <p className={styles.fontProblem} role="alert">
          {upload.error.message}
        </p>
      )}
    </>
  )
}

function FontRow({ font }: { font: UploadedFont }) {
  const [isRenaming, setRenaming] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const remove = useDeleteFont()
  if (isRenaming) return <RenameFont font={font} onClose={() => setRenaming(false)} />
  return (
    <li className={styles.fontRow}>
      <div className={styles.fontText}>
        <FontName font={font.font} name={font.name} />
        <span className={styles.fontStyles}>{stylesText(font)}</span>
      </div>
      <FontUploader id={font.id} label="Add style" />
      <Menu
        align="end"
        trigger={<IconButton size="small" label={`Actions for ${font.name}`} icon={<EllipsisVertical aria-hidden="true" />} />}
      >
        <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setRenaming(true)}>
          Rename
        </MenuItem>
        <MenuItem danger icon={<Trash2 aria-hidden="true" />} onSelect={() => setDeleting(true)}>
          Delete
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title="Delete font"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        onConfirm={() => {
          remove.mutate({ id: font.id })
          setDeleting(false)
        }}
      >
        “{font.name}” leaves your fonts. Slideshows and brands that use it keep it.
      </ConfirmDialog>
    </li>
  )
}

function RenameFont({ font, onClose }: { font: UploadedFont; onClose(): void }) {
  const rename = useRenameFont()
  return (
    <li className={styles.fontRow}>
      <RenameField
        label="Font name"
        name={font.name}
        maxLength={FONT_NAME_MAX}
        busy={rename.isPending}
        onRename={(name) => rename.mutate({ id: font.id, name }, { onSuccess: onClose })}
        onClose={onClose}
      />
    </li>
  )
}
