import { Questions, type Question } from './questions.tsx'

export const PRICING_QUESTIONS: readonly Question[] = [
  {
    question: 'Why is there a price when I host it myself?',
    answer:
      'The plan is for those who run this server for others. The software is free under the MIT licence: on your own server everybody has Pro, unless you set up Stripe to be paid.',
  },
  {
    question: 'Is there a free plan?',
    answer: 'An account is free. The studio, the photo library, the scheduler and the settings need Pro.',
  },
  {
    question: 'What does the AI provider cost?',
    answer:
      'That is between the operator and the provider they chose. With a local model, or in the sandbox, nothing. The sandbox composes its answers locally and says so.',
  },
  {
    question: 'What happens to scheduled posts when I cancel?',
    answer:
      'Nothing until the end of the month you paid for. After that they are held, not lost: they go out when you have Pro again, unless they are too late by then.',
  },
  { question: 'What happens when the price changes?', answer: 'You are told 30 days before.' },
]

export function PricingQuestions() {
  return <Questions questions={PRICING_QUESTIONS} />
}
