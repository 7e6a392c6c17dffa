import { Questions, type Question } from './questions.tsx'

export const PRICING_QUESTIONS: readonly Question[] = [
  {
    question: 'Why is there a price when I host it myself?',
    answer:
      'The plan is for those who run this server for others. The software is free under the MIT licence: on your own server every account has Pro, unless you set up Stripe.',
  },
  {
    question: 'Is there a free plan?',
    answer: 'An account is free. The studio, the photo library, the scheduler and the settings need Pro.',
  },
  {
    question: 'What does the AI provider cost?',
    answer:
      'The provider that the operator chose sets the price. A local model costs nothing, and neither does the sandbox, which composes its texts locally.',
  },
  {
    question: 'What happens to scheduled posts when I cancel?',
    answer:
      'Nothing until the end of the month you paid for. After that they are held, not lost: they go out when you have Pro again, unless it is too late by then.',
  },
  { question: 'What happens when the price changes?', answer: 'You are notified 30 days before.' },
]

export function PricingQuestions() {
  return <Questions questions={PRICING_QUESTIONS} />
}
