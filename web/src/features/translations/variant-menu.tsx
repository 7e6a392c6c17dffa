import { useQuery } from '@tanstack/react-query'
import { Languages } from 'lucide-react'
import { orpc } from '../../api/client.ts'
import { useStudioStore } from '../../app/studio-store.ts'
import { Button } from '../../components/button.tsx'
import { Menu, MenuChoice } from '../../components/menu.tsx'
import styles from './translations.module.css'

export interface VariantMenuProps {
  projectId: string
  onOpen(projectId: string): void
}

/** Switches between the translations of the open slideshow; nothing without any. */
export function VariantMenu({ projectId, onOpen }: VariantMenuProps) {
  const isLinked = useStudioStore(({ openDocument }) => openDocument?.projectId === projectId && openDocument.isLinked)
  // A first translation leaves the list in the cache.
  const { data: variants = [] } = useQuery({ ...orpc.projects.variants.queryOptions({ input: { id: projectId } }), enabled: isLinked })
  if (variants.length < 2) return null
  const nameOf = (language: string | null) => language ?? 'Original'
  const current = variants.find(({ id }) => id === projectId)
  return (
    <Menu
      trigger={
        <Button size="small" variant="ghost" icon={<Languages />} aria-label={`Language: ${nameOf(current?.language ?? null)}`}>
          <span className={styles.current}>{nameOf(current?.language ?? null)}</span>
        </Button>
      }
    >
      <MenuChoice
        label="Language"
        stacked
        value={projectId}
        options={variants.map(({ id, language }) => ({ value: id, label: nameOf(language) }))}
        onChange={onOpen}
      />
    </Menu>
  )
}
