/**
 * Faults by class instead of topic, each derived by crossing resources, fields, states, transitions,
 * lists and media types. They were written before their author had read a rule.
 */
import type { Fault } from "../../fault.ts";
import { envelopeFaults } from "./envelopes.ts";
import { familyFaults } from "./families.ts";
import { keyFaults } from "./keys.ts";
import { kindFaults } from "./kinds.ts";
import { mediaFaults } from "./media.ts";
import { readFaults } from "./reads.ts";
import { stateFaults } from "./states.ts";
import { trackingFaults } from "./tracking.ts";
import { unusualAnswers } from "./unusual-answers.ts";
import { unusualBehavior } from "./unusual-behavior.ts";
import { walkFaults } from "./walks.ts";

export const crossedFaults: Fault[] = [
  ...mediaFaults,
  ...envelopeFaults,
  ...readFaults,
  ...trackingFaults,
  ...walkFaults,
  ...kindFaults,
  ...familyFaults,
  ...stateFaults,
  ...keyFaults,
  ...unusualAnswers,
  ...unusualBehavior,
];
