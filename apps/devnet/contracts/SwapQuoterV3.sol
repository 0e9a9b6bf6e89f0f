// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {SwapFactoryV3} from "./SwapFactoryV3.sol";
import {SwapPath} from "./SwapPath.sol";
import {SwapPoolV3} from "./SwapPoolV3.sol";

/// @title SwapQuoterV3
/// @notice Says what a way through pools of local chains would give, with the calls of Uniswap v3's second quoter: it begins the swap
/// and takes it back when it is asked to pay.
contract SwapQuoterV3 {
    error PoolMissing();
    error Told(uint256 amountOut, uint160 sqrtPriceX96After);

    address public immutable factory;

    constructor(address factory_) {
        factory = factory_;
    }

    function quoteExactInput(bytes memory path, uint256 amountIn)
        external
        returns (
            uint256 amountOut,
            uint160[] memory sqrtPriceX96AfterList,
            uint32[] memory initializedTicksCrossedList,
            uint256 gasEstimate
        )
    {
        uint256 hops = SwapPath.count(path);
        sqrtPriceX96AfterList = new uint160[](hops);
        initializedTicksCrossedList = new uint32[](hops);
        gasEstimate = gasleft();
        amountOut = amountIn;
        for (uint256 at = 0; at < hops; at++) {
            (amountOut, sqrtPriceX96AfterList[at]) = _quote(path, at, amountOut);
        }
        gasEstimate -= gasleft();
    }

    function uniswapV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes calldata) external view {
        (uint160 price,,,,,,) = SwapPoolV3(msg.sender).slot0();
        revert Told(uint256(-(amount0Delta > 0 ? amount1Delta : amount0Delta)), price);
    }

    function _quote(bytes memory path, uint256 at, uint256 amountIn) private returns (uint256, uint160) {
        (address from, address into, uint24 fee) = SwapPath.pool(path, at);
        address pool = SwapFactoryV3(factory).getPool(from, into, fee);
        if (pool == address(0)) revert PoolMissing();
        try SwapPoolV3(pool).swap(
            address(this), from < into, int256(amountIn), from < into ? 0 : type(uint160).max, ""
        ) {
            revert PoolMissing();
        } catch (bytes memory reason) {
            if (reason.length != 68 || bytes4(reason) != Told.selector) revert PoolMissing();
            assembly ("memory-safe") {
                // Past the length and the four bytes of the error, so that the rest can be decoded.
                reason := add(reason, 4)
                mstore(reason, 64)
            }
            return abi.decode(reason, (uint256, uint160));
        }
    }
}
