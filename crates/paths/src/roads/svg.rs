//! A map and a road as SVG: sharp at any size, made for pages.

use std::fmt::Write;

use super::{RoadLine, RoadMap, paint};

/// The map as a drawing in pixels of its picture, with roads on top, the last one uppermost.
pub fn draw_svg(map: &RoadMap, lines: &[RoadLine]) -> String {
    let mut svg = String::new();
    write_svg(&mut svg, map, lines).expect("a string takes everything");
    svg
}

fn write_svg(svg: &mut String, map: &RoadMap, lines: &[RoadLine]) -> Result<(), std::fmt::Error> {
    let (width, height) = (paint::width(map.columns()), paint::height(map.rows()));
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-.5 -.5 {width} {height}">"#
    )?;
    writeln!(
        svg,
        r##"<defs><path id="s" d="M0-6 4-2V2L0 6-4 2V-2Z" stroke="#000"/></defs>"##
    )?;
    for state in map.states() {
        let (place, [r, g, b]) = (map.place(state), map.colour(state));
        let (x, y, value) = (place.x, place.y, map.value(state));
        writeln!(
            svg,
            r##"<use href="#s" x="{x}" y="{y}" fill="#{r:02x}{g:02x}{b:02x}"><title>{state}: {value}</title></use>"##
        )?;
    }
    for RoadLine { road, colour } in lines {
        let [r, g, b] = colour;
        write!(
            svg,
            r##"<polyline fill="none" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" stroke="#{r:02x}{g:02x}{b:02x}" points=""##
        )?;
        for &state in &road.states {
            let place = map.place(state);
            write!(svg, "{},{} ", place.x, place.y)?;
        }
        writeln!(svg, r#""><title>{}</title></polyline>"#, road.cost)?;
    }
    svg.push_str("</svg>\n");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::shortest;
    use super::*;

    #[test]
    fn every_state_and_the_road_are_drawn() {
        let map = RoadMap::from_values(2, &[vec![5, 6], vec![7]]).expect("has states");
        let road = shortest(&map, map.trip(1, 2).expect("states"), &mut ()).expect("connected");
        let line = RoadLine {
            road: &road,
            colour: [255, 0, 0],
        };
        let svg = draw_svg(&map, &[line]);
        assert_eq!(svg.matches("<use ").count(), 3);
        assert!(svg.contains(r##"x="8" y="14" fill="#808080"><title>3: 7</title>"##));
        assert!(svg.contains(r##"stroke="#ff0000" points="4,6 12,6 "><title>6</title>"##));
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    }
}
