import { Sparkles } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { deferred } from '../../../components/load-part.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { Menu } from '../../../components/menu.tsx'
import type { RewriteTarget } from './rewriter.ts'

const items = deferred(() => import('./rewrite-items.tsx'))
const RewriteItems = items.component((parts) => parts.RewriteItems)

/** Ways to rewrite one text, or all texts of the slide. */
export function RewriteMenu({ className, ...target }: RewriteTarget & { className?: string | undefined }) {
  const trigger =
    target.boxId === null ? (
      <Button size="small" className={className} icon={<Sparkles aria-hidden="true" />}>
        Rewrite slide
      </Button>
    ) : (
      <IconButton size="small" label="Rewrite" icon={<Sparkles aria-hidden="true" />} />
    )
  return (
    <Menu trigger={trigger} onPreload={items.preload}>
      <RewriteItems {...target} />
    </Menu>
  )
}
