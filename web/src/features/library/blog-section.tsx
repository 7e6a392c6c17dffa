import type { Company } from '@ninesixteen/shared/api/companies'
import type { BlogPhoto } from '@ninesixteen/shared/api/blogs'
import { Check, ImageOff, Link2, Plus, Unlink } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CompanyLogo } from '../../components/company-logo.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Menu, MenuItem } from '../../components/menu.tsx'
import styles from './blogs-tab.module.css'
import { photoCount } from './sections.ts'
import type { BlogGroup } from './use-blog-photos.ts'
import { useMutation } from '@tanstack/react-query'
import { toApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { importPhoto } from '../../api/import-photo.ts'
import { notify } from '../../components/toast.tsx'
import { refreshLibrary } from './library-queries.ts'

export interface BlogSectionProps {
  group: BlogGroup
  /** The companies that the blog is linked to. */
  linked: readonly Company[]
  onLink(): void
  onUnlink(company: Company): void
}

function UnlinkButton({ blog, linked, onUnlink }: { blog: string; linked: readonly Company[]; onUnlink(company: Company): void }) {
  const [only] = linked
  if (!only) return null
  const label = `Unlink @${blog}`
  if (linked.length === 1) {
    return (
      <Button size="small" variant="ghost" icon={<Unlink />} aria-label={`${label} from ${only.name}`} onClick={() => onUnlink(only)}>
        Unlink
      </Button>
    )
  }
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" variant="ghost" icon={<Unlink />} aria-label={label}>
          Unlink
        </Button>
      }
    >
      {linked.map((company) => (
        <MenuItem key={company.id} icon={<CompanyLogo company={company} size={18} />} onSelect={() => onUnlink(company)}>
          {company.name}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** The thumbnail of a photo, with the size of the original. */
function BlogTile({ photo, blog, companies }: { photo: BlogPhoto; blog: string; companies: readonly Company[] }) {
  const { add, busy, added } = useImport({ photo, blog, companies })
  const [broken, setBroken] = useState(false)
  const { thumbnail, originalSize, altText } = photo
  const words = altText || `Photo of @${blog}`
  return (
    <li className={styles.tile}>
      {broken ? (
        <span className={styles.missing} role="img" aria-label={`${words}, not available`}>
          <ImageOff aria-hidden="true" />
        </span>
      ) : (
        <img
          src={thumbnail.url}
          width={thumbnail.width}
          height={thumbnail.height}
          alt={words}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
      <span className={styles.size}>
        {originalSize.width} × {originalSize.height}
      </span>
      {!broken && (
        <span className={styles.add} data-added={added || undefined}>
          <IconButton
            size="small"
            label={added ? 'Added to My Photos' : `Add to My Photos: ${words}`}
            icon={added ? <Check /> : <Plus />}
            className={styles.addButton}
            disabled={busy || added}
            aria-busy={busy || undefined}
            onClick={add}
          />
        </span>
      )}
    </li>
  )
}

/** A followed blog with its photos and linked companies. */
export function BlogSection({ group, linked, onLink, onUnlink }: BlogSectionProps) {
  const id = useId()
  const { name, title, photos } = group
  return (
    <section className={styles.blog} aria-labelledby={id}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h2 id={id} className={styles.name} title={title}>
            @{name} ({photoCount(photos.length)})
          </h2>
          {linked.length > 0 && (
            <p className={styles.linked}>
              <Link2 aria-hidden="true" /> Linked to {linked.map((company) => company.name).join(', ')}
            </p>
          )}
        </div>
        <UnlinkButton blog={name} linked={linked} onUnlink={onUnlink} />
        <Button size="small" icon={<Link2 />} onClick={onLink}>
          {linked.length === 0 ? 'Add to Company' : 'Link to Another'}
          <span className="visually-hidden">, @{name}</span>
        </Button>
      </header>
      <ul className={styles.photos} aria-label={`Photos of @${name}`}>
        {photos.map(({ key, photo }) => (
          <BlogTile key={key} photo={photo} blog={name} companies={linked} />
        ))}
      </ul>
    </section>
  )
}

interface Import {
  photo: BlogPhoto
  blog: string
  /** The companies linked to the blog, to which the photo is linked too. */
  companies: readonly Company[]
}

/** Imports the photo. Returns the name of an identical photo in the library, else null. `id` makes retries idempotent. */
async function addToLibrary({ photo, blog, companies }: Import, id: string): Promise<string | null> {
  const { media, duplicate } = await importPhoto({ purpose: 'media', id, link: photo.originalSize.url, filename: `${blog}.jpg` })
  if (!media) return null
  await linkTo(companies, media.id)
  void refreshLibrary()
  return duplicate ? media.filename : null
}

/** The photo is already imported, so a failed link doesn't fail the import. */
async function linkTo(companies: readonly Company[], photoId: string): Promise<void> {
  try {
    for (const company of companies) await api.media.link({ ids: [photoId], companyId: company.id })
  } catch (error) {
    notify.error('Failed to link media to company', toApiError(error).message)
  }
}

/** Copies a photo of a blog into the user's library. */
function useImport(wanted: Import) {
  const adding = useMutation({
    mutationFn: (id: string) => addToLibrary(wanted, id),
    onSuccess: (there) => {
      if (there !== null) notify.info(`Already in your library as "${there}"`)
    },
    onError: (error) => notify.error('Failed to save media item', toApiError(error).message),
  })
  return { add: () => adding.mutate(crypto.randomUUID()), busy: adding.isPending, added: adding.isSuccess }
}
