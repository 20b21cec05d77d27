/** A row of bars, one for each second. */

const WIDTH = 120;
const HEIGHT = 18;
const SVG = "http://www.w3.org/2000/svg";

export function createSparkline() {
  const path = document.createElementNS(SVG, "path");
  const node = document.createElementNS(SVG, "svg");
  node.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  node.setAttribute("class", "sparkline");
  node.setAttribute("aria-hidden", "true");
  node.append(path);
  return {
    node,
    /** @param {number[]} counts */
    update(counts) {
      const highest = Math.max(...counts, 1);
      const bars = counts.map((count, at) => {
        const height = count === 0 ? 0.5 : Math.max(2, (count / highest) * HEIGHT);
        return `M${((at + 0.5) * WIDTH) / counts.length} ${HEIGHT}v${-height.toFixed(1)}`;
      });
      path.setAttribute("d", bars.join(""));
    },
  };
}
