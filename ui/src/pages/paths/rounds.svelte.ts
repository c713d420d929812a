/** Searches that follow a scene: asked again whenever it changes, and never shown once it is gone. */

import type { RoadTraces, TraceReply } from '../../api.types'
import { errorText, post, postBytes } from '../../lib/api'
import { t } from '../../lib/i18n.svelte'
import type { Beginning, Player, Shown } from './player.svelte'
import { endsOf, spec, textOf, type GridMap, type RoadMap, type Scene, type Side } from './scene'
import { framesOf, Show } from './trace'

/** A search beside the others: what it found, or why it found nothing. */
export type Answer = Shown | { wrong: string }

/** After so many milliseconds a search of a scene that is gone is given up. */
const PATIENCE = 150

/** After so many a search that is still going on is said to be. */
const LONG = 300

export class Rounds {
  answers = $state.raw<Answer[]>([])
  /** The road map as the server read it. */
  roads = $state.raw<RoadTraces>()
  /** Whether a search takes long, and why all of them failed. */
  busy = $state(false)
  failed = $state('')

  /** Counts the scenes; the answers are of the scene with number `answered`. */
  private version = $state(0)
  private answered = $state(-1)
  private running = false
  private round: AbortController | undefined
  private beginning: Beginning = 'end'

  /** Whether the answers are about the scene as it is. */
  isCurrent = $derived(this.answered === this.version)

  constructor(
    private readonly scene: () => Scene,
    private readonly player: Player,
    /** Is told when the answers have caught up with the scene. */
    private readonly settled: () => void,
  ) {}

  /** The answers are about another scene from now on, and nothing is asked yet. */
  outdate() {
    this.version += 1
  }

  /** The scene has changed: it is asked about at once, or as soon as the round in progress is over. */
  ask(beginning: Beginning) {
    this.version += 1
    this.beginning = beginning
    const { round } = this
    if (!this.running) void this.run()
    else setTimeout(() => round === this.round && !this.isCurrent && round?.abort(), PATIENCE)
  }

  /** Gives up what is being searched. */
  stop() {
    this.round?.abort()
  }

  /** One round after another until the answers are about the scene as it is. */
  private async run() {
    this.running = true
    let asked: number
    do {
      asked = this.version
      const { signal } = (this.round = new AbortController())
      const long = setTimeout(() => (this.busy = true), LONG)
      try {
        const scene = this.scene()
        const { map } = scene
        const roads = map.kind === 'roads' ? await searchRoads(map, scene.sides, signal) : undefined
        const answers = roads ? roads.films.map((film) => shown(film, roads.x.length)) : await searchGrid(scene, signal)
        if (asked === this.version) this.show(answers, roads)
      } catch (error) {
        if (asked === this.version) this.fail(signal.aborted ? t('paths.stopped') : errorText(error))
      } finally {
        clearTimeout(long)
        this.busy = false
      }
    } while (asked !== this.version)
    this.running = false
    this.settled()
  }

  private show(answers: Answer[], roads: RoadTraces | undefined) {
    this.answers = answers
    this.roads = roads
    this.failed = ''
    this.answered = this.version
    const films = answers.filter((answer): answer is Shown => 'show' in answer)
    this.player.begin(films, this.beginning)
  }

  private fail(why: string) {
    this.answers = []
    this.failed = why
    this.player.begin([], 'end')
  }
}

function shown(reply: TraceReply, places: number): Shown {
  return { reply, show: new Show(framesOf(reply.film, places), places) }
}

/** Every search by itself: one that does not suit the map leaves the others alone. */
async function searchGrid({ map, sides, diagonal, changes, agents, seed }: Scene, signal: AbortSignal) {
  const grid = map as GridMap
  const rules = grid.kind === 'maze' ? { diagonal, changes, walkers: agents, seed } : { diagonal: false }
  const asked = { text: textOf(grid), ...endsOf(grid), ...rules }
  const answer = async (side: Side): Promise<Answer> => {
    try {
      const reply = await post<TraceReply>('/api/films', { ...asked, search: spec(side) }, signal)
      return shown(reply, grid.cells.length)
    } catch (error) {
      if (signal.aborted) throw error
      return { wrong: errorText(error) }
    }
  }
  return Promise.all(sides.map(answer))
}

async function searchRoads(map: RoadMap, sides: Side[], signal: AbortSignal): Promise<RoadTraces> {
  const { source, from, to, best, formula } = map
  const searches = sides.map(({ search }) => search)
  if (typeof source !== 'string') {
    const asked = { ...source, from, to, best, formula, searches }
    return post<RoadTraces>('/api/films/roads/new', asked, signal)
  }
  const query = new URLSearchParams({ best: String(best), formula, searches: searches.join(',') })
  if (from !== null) query.set('from', String(from))
  if (to !== null) query.set('to', String(to))
  const picture = new Blob([Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0))])
  return postBytes<RoadTraces>(`/api/films/roads?${query}`, picture, 'image/png', signal)
}
