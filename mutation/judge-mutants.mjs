const ENOUGH = 90;
const DEAD = ["Killed", "Timeout", "RuntimeError"];
const ALIVE = ["Survived", "NoCoverage"];

/**
 * Compares the files of a Stryker report with the listed survivors, each `file: line of code: from => to`
 * under its reason.
 *
 * @returns a line per file and per mistake, and whether there is none
 */
export function judge(files, survivors) {
  const scores = Object.entries(files).map(([file, { mutants }]) => ({
    file,
    dead: mutants.filter(({ status }) => DEAD.includes(status)).length,
    alive: mutants.filter(({ status }) => ALIVE.includes(status)).length,
  }));
  const alive = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.filter(({ status }) => ALIVE.includes(status)).map((one) => nameOf(file, source, one)),
  );
  const listed = Object.values(survivors)
    .flat()
    .filter((name) => name.split(": ")[0] in files);
  const total = sum(scores);
  const mistakes = [
    ...without(alive, listed).map((name) => `survived, and is not listed: ${name}`),
    ...without(listed, alive).map((name) => `is listed, and did not survive: ${name}`),
    ...(percent(total) < ENOUGH ? [`fewer than ${ENOUGH} % of the mutants died`] : []),
  ];
  const lines = [...scores, { file: "all", ...total }].map(
    (score) =>
      `${score.file}: ${score.dead + score.alive} mutants, ${score.alive} survived, ${percent(score).toFixed(1)} %`,
  );
  return { lines: [...mistakes, ...lines], isRight: mistakes.length === 0 };
}

function nameOf(file, source, { location: { start, end }, replacement }) {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const line = lines[0].trim();
  const last = lines.length - 1;
  lines[last] = lines[last].slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  return `${file}: ${line}: ${oneLine(lines.join("\n"))} => ${oneLine(replacement)}`;
}

function oneLine(text) {
  return text.replace(/\s+/g, " ");
}

/** The names that are left when each of `others` takes one away: a name may stand for two mutants. */
function without(names, others) {
  const left = [...names];
  for (const name of others) {
    const index = left.indexOf(name);
    if (index >= 0) left.splice(index, 1);
  }
  return left;
}

function sum(scores) {
  const add = (field) => scores.reduce((total, score) => total + score[field], 0);
  return { dead: add("dead"), alive: add("alive") };
}

function percent({ dead, alive }) {
  // A file of types has no mutants.
  return alive === 0 ? 100 : (100 * dead) / (dead + alive);
}
