import type { Idea } from '@ninesixteen/shared/api/ideas'
import { ArrowUpRight, Star, Trash2 } from 'lucide-react'
import { classNames } from '../../components/class-names.ts'
import { IconButton } from '../../components/icon-button.tsx'
import styles from './ideas.module.css'

export interface IdeaItemProps {
  idea: Idea
  onMark(marks: Partial<Pick<Idea, 'isFavorite' | 'isUsed'>>): void
  onMakeSlideshow(): void
  onDelete(): void
}

/** An idea, to mark as used or favorite, turn into a slideshow, or delete. */
export function IdeaItem({ idea, onMark, onMakeSlideshow, onDelete }: IdeaItemProps) {
  return (
    <li className={classNames(styles.item, idea.isUsed && styles.used)}>
      <input
        type="checkbox"
        className={styles.check}
        checked={idea.isUsed}
        aria-label={`Used: ${idea.title}`}
        onChange={(event) => onMark({ isUsed: event.target.checked })}
      />
      <div className={styles.words}>
        <p className={styles.title}>{idea.title}</p>
        {idea.description && idea.description !== idea.title && <p className={styles.description}>{idea.description}</p>}
        <p className={styles.foot}>
          <span className={styles.category}>{idea.category}</span>
          <button type="button" className={styles.make} onClick={onMakeSlideshow}>
            Create slideshow
            <ArrowUpRight aria-hidden="true" />
            <span className="visually-hidden"> about {idea.title}</span>
          </button>
        </p>
      </div>
      <div className={styles.acts}>
        <IconButton
          size="small"
          label={`Favorite ${idea.title}`}
          hint="Favorite"
          pressed={idea.isFavorite}
          icon={<Star fill={idea.isFavorite ? 'currentColor' : 'none'} />}
          onClick={() => onMark({ isFavorite: !idea.isFavorite })}
        />
        <IconButton size="small" label={`Delete ${idea.title}`} hint="Delete" icon={<Trash2 />} onClick={onDelete} />
      </div>
    </li>
  )
}
