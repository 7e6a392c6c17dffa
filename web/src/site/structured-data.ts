import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { HOME_QUESTIONS } from '../features/public/home-questions.tsx'
import { PRICING_QUESTIONS } from '../features/public/pricing-questions.tsx'
import type { Question } from '../features/public/questions.tsx'
import type { SiteEntry } from './pages.ts'
import type { SitePage } from './site-page.ts'

const CONTEXT = 'https://schema.org'

function questionsData(questions: readonly Question[]): object {
  return {
    '@context': CONTEXT,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

function softwareData({ description }: SitePage, publicUrl: string): object {
  return {
    '@context': CONTEXT,
    '@type': 'SoftwareApplication',
    name: PRODUCT_NAME,
    description,
    url: `${publicUrl}/`,
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Any with a current browser',
    license: 'https://opensource.org/license/mit',
  }
}

function breadcrumbs({ title, path }: SitePage, publicUrl: string): object {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: PRODUCT_NAME, item: `${publicUrl}/` },
      { '@type': 'ListItem', position: 2, name: title, item: publicUrl + path },
    ],
  }
}

/** A page's schema.org data for search engines. */
export function structuredData(entry: SiteEntry, page: SitePage, publicUrl: string): object[] {
  if (entry === 'home') return [softwareData(page, publicUrl), questionsData(HOME_QUESTIONS)]
  if (entry === 'pricing') return [breadcrumbs(page, publicUrl), questionsData(PRICING_QUESTIONS)]
  return [breadcrumbs(page, publicUrl)]
}
