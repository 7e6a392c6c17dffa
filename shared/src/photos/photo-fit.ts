import { photoTerms } from './search-words.ts'

/**
 * Subjects of photos: the words of a line name things that a photo of any of them shows well enough. A word may be in several lines, and
 * no line is so wide that its photos look wrong for its other words.
 */
const SUBJECTS: readonly (readonly string[])[] = `
bread sourdough loaf bake baking baker bakery dough flour yeast toast baguette
breakfast pancake oatmeal porridge granola cereal toast egg brunch honey croissant
fruit apple berry banana orange lemon strawberry smoothie citrus avocado
vegetable salad carrot tomato veggie vegan vegetarian greens spinach pepper broccoli healthy diet nutrition
pasta noodle spaghetti ramen soup dinner lunch recipe meal dish plate restaurant cooking
cook cooking kitchen chef recipe pan pot meal ingredient spice herb food
cake cookie dessert chocolate sweet pastry cupcake candy sugar icecream birthday
food meal eat eating dish plate recipe snack protein hungry
coffee espresso latte cappuccino barista cafe caffeine mug cup brew roast bean
tea matcha teapot mug cup herbal morning
drink water glass cocktail juice bottle hydrate hydration wine beer
morning sunrise breakfast routine wake window mug cup dawn
work office desk laptop meeting job career colleague remote interview boss employee
computer laptop keyboard monitor screen code coding developer programming software
productivity planner calendar list notebook desk schedule plan organize goal focus habit routine time
business startup company entrepreneur founder client marketing brand freelance freelancer office
money cash coin saving savings budget finance invest investing investment bank debt income salary price cost rich wealth dollar euro cheap tax
invest investing stock chart growth crypto market trading business
sport fitness workout exercise training gym athlete muscle strength weight dumbbell
run running runner marathon jog jogging shoe sneaker track cardio
yoga stretch stretching mat pilates meditation meditate mindful mindfulness breathe breathing balance
football soccer ball goal team match basketball tennis
bike bicycle cycling ride rider
swim swimming pool swimmer
home house room interior decor sofa couch living apartment furniture cozy
bed bedroom sleep sleeping night pillow blanket rest nap insomnia dream evening
clean cleaning laundry tidy declutter organize soap chore minimalism minimalist towel
plant houseplant leaf pot monstera garden gardening flower green succulent
light lamp candle cozy evening hygge dark
travel trip journey vacation holiday suitcase luggage passport tourist weekend abroad destination backpack
flight airplane plane airport fly wing window travel
map travel compass route itinerary adventure explore guide
city street urban building skyline town lisbon paris london rome tokyo york berlin barcelona porto tram
beach sea ocean coast sand wave summer surf island shore vacation swim
road drive car highway trip route travel
mountain hike hiking peak summit climb trail alps adventure camping tent outdoor outdoors
forest tree wood woods nature outdoor outdoors hike hiking green camping
nature landscape hill valley field lake river meadow outdoor outdoors earth environment climate sustainability sustainable
flower rose tulip bloom blossom bouquet spring garden petal
sky cloud star night space moon galaxy universe astronomy weather
sunset sunrise dusk dawn evening golden horizon
winter snow cold ice christmas frost
autumn fall leaf october november
rain storm weather umbrella
desert dune sand dry heat
dog puppy canine leash bone adopt adoption kennel breed shelter rescue walk pet animal
cat kitten feline whisker yarn adopt adoption pet animal
fish aquarium tank goldfish pet animal
bird parrot feather nest
pet animal paw vet
study student exam school college university learn learning homework lecture class teacher education revision
book read reading reader library novel author literature story page
write writing writer pen pencil notebook journal journaling diary note letter
language vocabulary translate learn learning dictionary english spanish french
beauty skincare skin face cream serum lotion moisturizer spa glow acne routine cosmetic
makeup lipstick brush cosmetic foundation mascara beauty eyeshadow
hair shampoo comb hairstyle haircut brush salon
perfume scent fragrance bottle candle
spa bath massage towel relax relaxing selfcare wellness stone candle
nail polish manicure beauty
fashion clothes outfit wardrobe dress style wear shirt hanger shopping
tech technology gadget device electronics ai robot software digital app internet data
phone smartphone mobile app screen scroll social media notification
camera photography photo photographer lens video content creator creators
headphone headphones music audio podcast song playlist listen sound
robot ai chip circuit machine automation model chatgpt
health wellness medicine doctor vitamin pill healthy body
mental mind stress anxiety calm therapy burnout relax peace quiet mindfulness
love couple relationship date dating heart valentine marriage wedding
family kid child children baby parent parenting mom dad toy mother father
party celebrate celebration birthday confetti balloon success gold
gift present box birthday christmas
game gaming gamer controller console
car vehicle drive garage wheel engine
tool repair diy hammer build craft paint
art paint painting color brush canvas creative creativity drawing design
time clock watch hour deadline late early
`
  .trim()
  .split('\n')
  .map((line) => line.split(' ').map(stem))

const SUBJECTS_OF = new Map<string, number[]>()
for (const [subject, words] of SUBJECTS.entries())
  for (const word of words) SUBJECTS_OF.set(word, [...new Set([...(SUBJECTS_OF.get(word) ?? []), subject])])

/** A word of this many subjects, such as "pet", names none where a photo has a narrower one: a cat's photo suits no slide about dogs. */
const GENERAL_FROM = 3

/** Words that say nothing about a photo: those of file names, of dishes, whatever they hold, and those that fit anything. */
const NAMELESS = new Set(
  `bowl jar pot open hot made still img dsc dscn dscf pxl mvimg photo photos image images picture pictures pic screenshot screen shot whatsapp untitled copy final edit edited
  export jpg jpeg png webp heic pexels unsplash pixabay openverse download original large small background slide wallpaper free stock test`.split(
    /\s+/,
  ),
)

/** The stem of an English word: without the endings of plurals and verbs. The same for all forms is enough; it need not be a word. */
function stem(word: string): string {
  const base = word.normalize('NFD').replaceAll(/\p{M}/gu, '')
  if (base.length <= 3) return base
  const single = base
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x|z)es$/, '$1')
    .replace(/([^su])s$/, '$1')
  const verb = single.length > 5 ? single.replace(/(ing|ed)$/, '').replace(/([bdgmnprt])\1$/, '$1') : single
  return verb.length > 3 ? verb.replace(/e$/, '') : verb
}

/** A photo as words, or one that is wanted: stems of its words, and the subjects that they name. */
export interface PhotoWords {
  stems: ReadonlySet<string>
  subjects: ReadonlySet<number>
}

/** The words of texts such as a photo's name and tags, or of the photo that a slide asks for. */
export function photoWords(texts: readonly string[]): PhotoWords {
  const words = texts.flatMap((text) => photoTerms(text.replace(/\.\w{3,4}$/, '').replaceAll(/[_\d./-]+/g, ' ')))
  const stems = new Set(words.filter((word) => !NAMELESS.has(word)).map(stem))
  const named = [...stems].map((word) => SUBJECTS_OF.get(word) ?? [])
  const narrow = named.filter((subjects) => subjects.length < GENERAL_FROM)
  return { stems, subjects: new Set((narrow.flat().length > 0 ? narrow : named).flat()) }
}

const SAME_WORD = 3
const SAME_SUBJECT = 1

/**
 * How well a photo shows what is wanted: 0 when no word is the same and no subject. A word that both have counts three times as much as one
 * whose subject the photo shows, and earlier words are no more important than later ones.
 */
export function photoFit(wanted: PhotoWords, photo: PhotoWords): number {
  let fit = 0
  for (const word of wanted.stems) {
    if (photo.stems.has(word)) fit += SAME_WORD
    else if (SUBJECTS_OF.get(word)?.some((subject) => photo.subjects.has(subject))) fit += SAME_SUBJECT
  }
  return fit
}

/** Whether the words of a photo name a known subject, so that a photo that doesn't fit is known to show something else. */
export function hasKnownSubject(photo: PhotoWords): boolean {
  return photo.subjects.size > 0
}
